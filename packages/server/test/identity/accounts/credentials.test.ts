import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateAccount } from '../../../src/identity/accounts/account-store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { assertError, Client } from '../../support/client.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let proxy: DatabaseProxy
let alice: Person
before(async () => {
  proxy = await startDatabaseProxy(await createTestDatabase())
  server = await startTestServer({ database: proxy.database })
  alice = await server.person()
})
after(async () => {
  await server.close()
  await proxy.database.drop()
})

/** Changes the account and notifies every node, as operator commands do. */
const change = (person: Person, wanted: Parameters<typeof updateAccount>[2]) =>
  transact(server.context, (trx, notify) => {
    notify({ about: 'account', userId: person.account.id })
    return updateAccount(trx, person.account.id, wanted)
  })

describe('403', () => {
  it('PLAN_REQUIRED for a Bearer token on the free plan; a session works on any', async () => {
    const { bearer, session } = await server.person({ plan: 'free' })
    assertError(await bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
    assert.equal((await session.get('/api/v1/me')).status, 200)
  })

  it('begins and ends at once with a change of plan', async () => {
    const person = await server.person({ plan: 'free' })
    assertError(await person.bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
    await change(person, { plan: 'pro_plus' })
    assert.equal((await person.bearer.get('/api/v1/me')).body.subscription_plan, 'pro_plus')
    await change(person, { plan: 'free' })
    assertError(await person.bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
  })

  const cookieOnly: [string, string][] = [
    ['GET', '/api/v1/tokens'],
    ['POST', '/api/v1/tokens'],
    ['DELETE', '/api/v1/tokens/018f0000-0000-7000-8000-000000000000'],
    ['DELETE', '/api/v1/session'],
  ]
  for (const [method, path] of cookieOnly) {
    it(`SESSION_REQUIRED for a valid Bearer token at ${method} ${path}, 401 for an invalid one`, async () => {
      const free = await server.person({ plan: 'free' })
      assertError(await alice.bearer.send(method, path), 403, 'SESSION_REQUIRED')
      assertError(await free.bearer.send(method, path), 403, 'SESSION_REQUIRED')
      assertError(await new Client(server.url, { token: 'invalid' }).send(method, path), 401, 'UNAUTHORIZED')
      const both = new Client(server.url, { token: alice.token, cookie: alice.session.cookie! })
      assertError(await both.send(method, path), 403, 'SESSION_REQUIRED')
    })
  }

  it('comes before the body is validated', async () => {
    assertError(await alice.bearer.post('/api/v1/tokens', { nonsense: true }), 403, 'SESSION_REQUIRED')
    const broken = { raw: '{', headers: { 'content-type': 'application/json' } }
    assertError(await server.anyone.send('POST', '/api/v1/tokens', broken), 401, 'UNAUTHORIZED')
  })
})

describe('authentication', () => {
  /** The SQL statements of each request. */
  async function statementsOf(...requests: (() => Promise<unknown>)[]): Promise<string[][]> {
    const seen: string[][] = []
    for (const request of requests) {
      const begin = proxy.statements.length
      await request()
      seen.push(proxy.statements.slice(begin).filter(statement => statement !== 'select 1'))
    }
    return seen
  }

  for (const kind of ['session', 'bearer'] as const) {
    it(`takes one query for a ${kind}, one to record its use, and none while it is cached`, async () => {
      const table = kind === 'session' ? 'sessions' : 'api_tokens'
      const client = (await server.person())[kind]
      const get = () => client.get('/api/v1/me')
      const [first = []] = await statementsOf(get)
      assert.ok(first.length === 1 || first.length === 2, String(first.length))
      assert.ok(first.every(statement => statement.includes(table)))
      // A late notification about the account may still clear the cache once.
      await eventually(async () => assert.deepEqual(await statementsOf(get), [[]]))
    })
  }

  it('takes one query for an unknown credential, and none where no account is required', async () => {
    const [unknown = [], open = []] = await statementsOf(
      () => new Client(server.url, { token: 'unknown' }).get('/api/v1/me'),
      () => server.anyone.get('/api/v1/openapi.json', { headers: { cookie: alice.session.cookie! } }),
    )
    assert.equal(unknown.length, 1)
    assert.equal(open.length, 0)
  })
})
