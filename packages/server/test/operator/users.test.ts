import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueLink } from '../../src/identity/accounts/mails/link-store.ts'
import { assertError, Client } from '../support/client.ts'
import { until } from '../support/processes/galley-process.ts'
import { type Json, lines, NOTIFIED_WITHIN_MS, OperatorCommands } from '../support/processes/operator-commands.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** A server that runs on the same database as the commands. */
let server: TestServer
let operator: OperatorCommands
before(async () => {
  server = await startTestServer()
  operator = new OperatorCommands({ DATABASE_URL: server.database.url })
})
after(async () => {
  await operator.end()
  await server.close()
})

describe('users', () => {
  it('create makes an account that can log in, with a given password or a generated one that is shown once', async () => {
    const made = await operator.json(
      'users',
      'create',
      'carol',
      '--email',
      'carol@example.com',
      '--plan',
      'pro_plus',
      '--verified',
    )
    assert.deepEqual(
      [made.username, made.email, made.display_name, made.plan, made.is_verified, made.suspended_at],
      ['carol', 'carol@example.com', 'carol', 'pro_plus', true, null],
    )
    assert.match(made.password, /^[A-Za-z0-9]{20}$/)
    assert.equal((await new Client(server.url).logIn('carol', made.password)).body.subscription_plan, 'pro_plus')
    const given = ['--password', 'a word of my own', '--display-name', '陽翔']
    const text = await operator.galley('users', 'create', 'dave', '--email', 'dave@example.com', ...given)
    assert.deepEqual([text.code, text.stderr, lines(text)[0]], [0, '', 'Created dave.'])
    assert.match(text.stdout, /display_name {2}陽翔\n/)
    assert.doesNotMatch(text.stdout, /a word of my own/)
    await new Client(server.url).logIn('dave@example.com', 'a word of my own')
  })

  it('list and show print everything but the password, in aligned columns', async () => {
    const { users } = await operator.json('users', 'list')
    const carol = users.find((user: Json) => user.username === 'carol')
    const fields = [
      'id',
      'username',
      'email',
      'display_name',
      'plan',
      'role',
      'is_verified',
      'suspended_at',
      'created_at',
    ]
    assert.deepEqual(Object.keys(carol), fields)
    assert.deepEqual(await operator.json('users', 'show', 'CAROL@example.com'), carol)
    assert.deepEqual((await operator.json('users', 'list', '--limit', '1', '--offset', '1')).users, users.slice(1, 2))
    assert.match((await operator.galley('users', 'list', '--limit', '0')).stderr, /The limit must be at least 1/)
    const [shown, list] = await Promise.all([
      operator.galley('users', 'show', 'carol'),
      operator.galley('users', 'list'),
    ])
    assert.match(shown.stdout, /^carol \(@carol\)\n {2}id {12}\S+\n[\s\S]*is_verified {3}yes\n {2}suspended_at {2}–\n/)
    const [head = '', ...rows] = lines(list)
    assert.equal(rows.length, users.length)
    assert.deepEqual(head.split(/ +/), fields)
    const row = rows.find(line => line.includes('dave@example.com')) ?? ''
    // A Japanese character takes two columns.
    assert.equal(row.indexOf('free') + '陽翔'.length, head.indexOf('plan'))
    assert.ok(!(shown.stdout + list.stdout).includes('\u001b'), 'colour is for terminals')
  })

  it('set-plan takes effect in a running server, which is notified', async () => {
    const { bearer, account } = await server.person({ plan: 'free' })
    assertError(await bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
    const text = await operator.galley('users', 'set-plan', account.username, 'premium')
    assert.deepEqual([text.code, lines(text)[0]], [0, `${account.username} has the plan premium now.`])
    await until('premium', async () => (await bearer.get('/api/v1/me')).status === 200, NOTIFIED_WITHIN_MS)
    assert.equal((await operator.json('users', 'set-plan', account.email, 'free')).plan, 'free')
    await until('free', async () => (await bearer.get('/api/v1/me')).status === 403, NOTIFIED_WITHIN_MS)
  })

  it('delete --now leaves no account', async () => {
    const { bearer, account } = await server.person()
    assert.equal((await operator.json('users', 'delete', account.username, '--now')).purged, true)
    await until('no access', async () => (await bearer.get('/api/v1/me')).status === 401, NOTIFIED_WITHIN_MS)
    const login = { login: account.username, password: 'correct horse battery' }
    assertError(await server.anyone.post('/api/v1/session', login), 401, 'UNAUTHORIZED')
  })

  it('suspend ends sessions and tokens at once, restore makes them valid again', async () => {
    const { session, bearer, account, password } = await server.person()
    assert.equal((await session.get('/api/v1/me')).status, 200)
    assert.notEqual((await operator.json('users', 'suspend', account.username)).suspended_at, null)
    await until('no session', async () => (await session.get('/api/v1/me')).status === 401, NOTIFIED_WITHIN_MS)
    assert.equal((await bearer.get('/api/v1/me')).status, 401)
    const logIn = { login: account.username, password }
    assertError(await server.anyone.post('/api/v1/session', logIn), 403, 'FORBIDDEN')
    assert.equal((await operator.json('users', 'restore', account.username)).suspended_at, null)
    await until('access', async () => (await bearer.get('/api/v1/me')).status === 200, NOTIFIED_WITHIN_MS)
  })

  it('set-password ends all sessions and voids all links, and verify sets the badge', async () => {
    const { session, account, password } = await server.person()
    const { db } = server.context
    const user_id = account.id
    const links = () => db.selectFrom('account_links').select('purpose').where('user_id', '=', user_id).execute()
    const thief = { user_id, email: 'thief@example.com' }
    await db.transaction().execute(trx => issueLink(trx, 'verify', thief, 60_000))
    assert.equal((await links()).length, 1)
    const { password: made } = await operator.json('users', 'set-password', account.username)
    assert.deepEqual(await links(), [])
    await until('no session', async () => (await session.get('/api/v1/me')).status === 401, NOTIFIED_WITHIN_MS)
    const old = { login: account.username, password }
    assertError(await server.anyone.post('/api/v1/session', old), 401, 'UNAUTHORIZED')
    await new Client(server.url).logIn(account.username, made)
    const short = ['users', 'set-password', account.username, '--password', 'short']
    await operator.assertRejected(short, 1, 'VALIDATION_ERROR', /\n {2}password: /)
    assert.equal((await operator.json('users', 'verify', account.username)).is_verified, true)
    assert.equal((await operator.json('users', 'unverify', account.username)).is_verified, false)
  })

  it('set-role gives and takes rights', async () => {
    const { account } = await server.person()
    assert.equal((await operator.json('users', 'set-role', account.username, 'admin')).role, 'admin')
    await operator.assertRejected(
      ['users', 'set-role', account.username, 'root'],
      2,
      'MISUSED',
      /Roles are: user, admin/,
    )
    assert.equal((await operator.json('users', 'set-role', account.email, 'user')).role, 'user')
  })
})
