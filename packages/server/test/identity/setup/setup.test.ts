import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setupUrl } from '../../../src/identity/accounts/sign-up/set-up.ts'
import { createAccount } from '../../../src/identity/accounts/sign-up/sign-up.ts'
import { assertError, Client } from '../../support/client.ts'
import { OperatorCommands } from '../../support/processes/operator-commands.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let other: TestServer
before(async () => {
  server = await startTestServer({ env: { DEFAULT_PLAN: 'premium' } })
  other = await startTestServer({ database: server.database })
})
after(async () => {
  await other.close()
  await server.close()
})

/** As after the first start. */
afterEach(() => server.context.db.deleteFrom('users').execute())

const person = (username: string) => ({ username, email: `${username}@example.com`, password: 'correct horse battery' })
const setUp = (token: string, name: string) => new Client(server.url).post('/api/v1/setup', { token, ...person(name) })
const signUp = (name: string) => new Client(server.url).post('/api/v1/signup', person(name))
const roles = async () =>
  Object.fromEntries(
    (await server.context.db.selectFrom('users').select(['username', 'role', 'plan']).execute()).map(row => [
      row.username,
      `${row.role} ${row.plan}`,
    ]),
  )

async function tokenOf({ context }: TestServer): Promise<string> {
  const url = new URL((await setupUrl(context)) ?? assert.fail('no link'))
  assert.equal(url.origin + url.pathname, `${context.settings.publicUrl.origin}/setup`)
  return url.searchParams.get('token') ?? ''
}

describe('the set-up link of an installation without an admin', () => {
  it('is the same on all nodes, and creates the first admin, logged in', async () => {
    const token = await tokenOf(server)
    assert.equal(await tokenOf(other), token)
    const client = new Client(server.url)
    assert.equal((await client.post('/api/v1/setup/check', { token })).status, 200)
    const { status, body } = await client.post('/api/v1/setup', { token, ...person('first') })
    assert.equal(status, 201)
    assert.equal(body.subscription_plan, 'pro_plus')
    assert.equal((await client.get('/api/v1/me')).body.username, 'first')
    assert.deepEqual(await roles(), { first: 'admin pro_plus' })
  })

  it('can be used once, however many requests arrive at the same time', async () => {
    const token = await tokenOf(server)
    const statuses = await Promise.all(Array.from({ length: 6 }, async (_, i) => (await setUp(token, `p_${i}`)).status))
    assert.deepEqual(statuses.sort(), [201, 403, 403, 403, 403, 403])
    assert.deepEqual(Object.values(await roles()), ['admin pro_plus'])
    assertError(await server.anyone.post('/api/v1/setup/check', { token }), 403, 'FORBIDDEN')
  })

  it('is rejected with another token, and reports invalid fields before it is used up', async () => {
    const token = await tokenOf(server)
    assertError(await setUp(`${token}x`, 'mallory'), 403, 'FORBIDDEN')
    const invalid = await server.anyone.post('/api/v1/setup', { token, ...person('al'), password: 'short' })
    assertError(invalid, 400, 'VALIDATION_ERROR', { username: 'TOO_SHORT', password: 'TOO_SHORT' })
    assert.deepEqual(await roles(), {})
    assert.equal((await setUp(token, 'first')).status, 201)
  })

  it('stays valid after sign-ups, accounts of the operator and demo data, until there is an admin', async () => {
    const token = await tokenOf(server)
    assert.equal((await signUp('somebody')).status, 201)
    await createAccount(server.context.db, person('by_operator'))
    assert.equal(await tokenOf(server), token)
    assertError(await setUp(token, 'somebody'), 400, 'VALIDATION_ERROR', {
      username: 'INVALID_VALUE',
      email: 'INVALID_VALUE',
    })
    assert.equal((await setUp(token, 'admin')).status, 201)
    assert.deepEqual(await roles(), {
      admin: 'admin pro_plus',
      by_operator: 'user free',
      somebody: 'user premium',
    })
    assert.equal(await setupUrl(server.context), undefined)
  })

  it('never works again once there was an admin, however the account became one', async () => {
    const operator = new OperatorCommands({ DATABASE_URL: server.database.url })
    try {
      const first = await tokenOf(server)
      await signUp('somebody')
      await operator.json('users', 'set-role', 'somebody', 'admin')
      assert.equal(await setupUrl(server.context), undefined)
      assertError(await setUp(first, 'late'), 403, 'FORBIDDEN')
      await operator.json('users', 'set-role', 'somebody', 'user')
      // A site that has lost its admins gets another link.
      const second = await tokenOf(server)
      assertError(await setUp(first, 'late'), 403, 'FORBIDDEN')
      assert.equal((await setUp(second, 'next')).status, 201)
      await server.context.db.deleteFrom('users').execute()
      assertError(await setUp(second, 'later'), 403, 'FORBIDDEN')
    } finally {
      await operator.end()
    }
  })

  it('and a sign-up at the same time never give rights to the sign-up', async () => {
    const token = await tokenOf(server)
    // The same name in both, so that each waits for the other in the worst case.
    const [first, second] = await Promise.all([setUp(token, 'same'), signUp('same')])
    const isFirst = first.status === 201
    assert.deepEqual([first.status, second.status], isFirst ? [201, 400] : [400, 201])
    assert.deepEqual(await roles(), { same: isFirst ? 'admin pro_plus' : 'user premium' })
  })
})
