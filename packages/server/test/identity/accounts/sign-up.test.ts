import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createAccount } from '../../../src/identity/accounts/sign-up/sign-up.ts'
import { assertError, Client } from '../../support/client.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const signUp = (body: unknown) => new Client(server.url).post('/api/v1/signup', body)

const fresh = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.com`,
  password: 'correct horse',
  ...more,
})

const countUsers = async (username: string) =>
  (await server.context.db.selectFrom('users').select('id').where('username', '=', username).execute()).length

describe('POST /api/v1/signup', () => {
  it('is 201 with the new account on the free plan, logged in', async () => {
    const client = new Client(server.url)
    const { status, body } = await client.post('/api/v1/signup', fresh('bob', { display_name: ' Bob B. ' }))
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body), ['id', 'username', 'display_name', 'subscription_plan', 'avatar_url'])
    const { id, ...rest } = body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      username: 'bob',
      display_name: 'Bob B.',
      subscription_plan: 'free',
      avatar_url: null,
    })
    assert.deepEqual((await client.get('/api/v1/me')).body, body)
  })

  it('is rejected with a name that would look like the site itself, which the operator can still give', async () => {
    const reserved = ['admin', 'administrator', 'root', 'support', 'help', 'security', 'api', 'www', '_admin_', 'Admin']
    const ofSite = ['galley', 'gal_ley', 'studio', 'media', 'docs', 'search', 'login', 'oauth', 'metrics']
    for (const name of [...reserved, ...ofSite]) {
      assertError(await signUp(fresh(name)), 400, 'VALIDATION_ERROR', { username: 'INVALID_VALUE' })
    }
    assert.equal((await signUp(fresh('administrators'))).status, 201)
    const account = await createAccount(server.context.db, fresh('support'))
    assert.equal(account.username, 'support')
  })

  it('uses the username as display name if none is given', async () => {
    assert.equal((await signUp(fresh('carol'))).body.display_name, 'carol')
    assert.equal((await signUp(fresh('carol_2', { display_name: null }))).body.display_name, 'carol_2')
  })

  it('stores the password only as an argon2id hash', async () => {
    await signUp(fresh('dave', { password: 'a memorable passphrase' }))
    const row = await server.context.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'dave')
      .executeTakeFirstOrThrow()
    assert.match(row.password_hash, /^\$argon2id\$v=19\$m=\d{5,},t=[2-9],p=1\$/)
    assert.ok(!JSON.stringify(row).includes('a memorable passphrase'))
  })

  it('accepts names and passwords of the maximum length, counted in characters', async () => {
    const widest = fresh('e'.repeat(30), { password: '🔑'.repeat(200), display_name: '🙂'.repeat(50) })
    assert.equal((await signUp(widest)).status, 201)
    assert.equal((await signUp(fresh('a_1', { password: '🔑'.repeat(8) }))).status, 201)
    assert.equal((await new Client(server.url).logIn('a_1', '🔑'.repeat(8))).status, 200)
  })

  it('ends the previous session of the browser', async () => {
    const { session } = await server.person()
    const before = new Client(server.url, { cookie: session.cookie! })
    assert.equal((await session.post('/api/v1/signup', fresh('newcomer'))).status, 201)
    assertError(await before.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await session.get('/api/v1/me')).body.username, 'newcomer')
  })

  it('creates one account for twenty simultaneous requests with one name, without a server error', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => signUp(fresh('contested', { email: `contested${i}@example.com` }))),
    )
    assert.equal(answers.filter(answer => answer.status === 201).length, 1)
    for (const answer of answers.filter(answer => answer.status !== 201)) {
      assertError(answer, 400, 'VALIDATION_ERROR', { username: 'INVALID_VALUE' })
    }
    assert.equal(await countUsers('contested'), 1)
  })
})

describe('the session cookie', () => {
  const cookieOf = async (at: TestServer, username: string) => {
    const response = await fetch(`${at.url}/api/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fresh(username)),
    })
    assert.equal(response.status, 201)
    const [cookie = '', ...more] = response.headers.getSetCookie()
    assert.deepEqual(more, [])
    return cookie.split('; ')
  }

  it('is hidden from scripts and other sites, for 30 days', async () => {
    const [pair = '', ...attributes] = await cookieOf(server, 'plain_http')
    assert.match(pair, /^galley_session=[A-Za-z0-9]{64}$/)
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
  })

  it('is bound to the host and to HTTPS if PUBLIC_URL is https', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example' } })
    try {
      const [pair = '', ...attributes] = await cookieOf(secure, 'over_tls')
      assert.match(pair, /^__Host-galley_session=[A-Za-z0-9]{64}$/)
      assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
      assert.equal((await new Client(secure.url, { cookie: pair }).get('/api/v1/me')).status, 200)
      const plainName = pair.replace('__Host-', '')
      assertError(await new Client(secure.url, { cookie: plainName }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
    } finally {
      await secure.close()
    }
  })
})
