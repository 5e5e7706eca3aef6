import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { setSuspended } from '../../support/posts/public.ts'
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

describe('a Bearer header', () => {
  it('is decisive: when it fails, a valid cookie is not tried', async () => {
    const { cookie } = alice.session
    assert.equal((await new Client(server.url, { cookie: cookie! }).get('/api/v1/me')).status, 200)
    for (const authorization of ['Bearer unknown', 'Bearer', 'Bearer ', 'bearer unknown', 'BEARER  x y', 'Bearer é']) {
      const response = await new Client(server.url, { cookie: cookie! }).get('/api/v1/me', {
        headers: { authorization },
      })
      assertError(response, 401, 'UNAUTHORIZED')
      assert.equal(response.headers.get('www-authenticate'), 'Bearer')
    }
  })

  it('takes precedence over the cookie of another account', async () => {
    const bob = await server.person()
    const both = new Client(server.url, { token: bob.token, cookie: alice.session.cookie! })
    assert.equal((await both.get('/api/v1/me')).body.id, bob.account.id)
  })

  it('is recognised in any case; with other schemes the cookie is used', async () => {
    const lower = { headers: { authorization: `bearer ${alice.token}` } }
    assert.equal((await server.anyone.get('/api/v1/me', lower)).status, 200)
    const basic = { headers: { authorization: 'Basic YTpi' } }
    assert.equal((await alice.session.get('/api/v1/me', basic)).status, 200)
    assertError(await server.anyone.get('/api/v1/me', basic), 401, 'UNAUTHORIZED')
  })

  it('does not accept a session’s secret, and the cookie does not accept a token', async () => {
    const secret = alice.session.cookie!.split('=')[1]!
    assertError(await new Client(server.url, { token: secret }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
    const cookie = `galley_session=${alice.token}`
    assertError(await new Client(server.url, { cookie }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })
})

describe('401', () => {
  it('UNAUTHORIZED without a credential, and with an unknown one', async () => {
    assertError(await server.anyone.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await new Client(server.url, { cookie: 'galley_session=' }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await new Client(server.url, { cookie: 'galley_session=%00' }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await new Client(server.url, { token: 'x'.repeat(64) }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
    const altered = alice.token.slice(0, 63) + (alice.token.endsWith('a') ? 'b' : 'a')
    assertError(await new Client(server.url, { token: altered }).get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('TOKEN_EXPIRED for an expired token', async () => {
    const { bearer, account } = await server.person()
    await sql`update api_tokens set expires_at = now() where user_id = ${account.id}`.execute(server.context.db)
    assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_EXPIRED')
  })

  it('TOKEN_REVOKED for a revoked token, even if it has expired too', async () => {
    const { bearer, account } = await server.person()
    await sql`update api_tokens set revoked_at = now(), expires_at = now() where user_id = ${account.id}`.execute(
      server.context.db,
    )
    assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
  })

  it('at once for sessions and tokens of a suspended account, until it is restored', async () => {
    const person = await server.person()
    const credentials = [person.session, person.bearer]
    for (const client of credentials) assert.equal((await client.get('/api/v1/me')).status, 200)
    await setSuspended(server, person, true)
    for (const client of credentials) assertError(await client.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    await setSuspended(server, person, false)
    for (const client of credentials) assert.equal((await client.get('/api/v1/me')).status, 200)
  })
})
