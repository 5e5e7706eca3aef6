import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

/** Changes the expiry of every session of an account directly in the database. */
async function setExpiry(person: Person, fromNow: string): Promise<void> {
  await sql`update sessions set expires_at = now() + ${fromNow}::interval where user_id = ${person.account.id}`.execute(
    server.context.db,
  )
}

async function daysLeft(person: Person): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from expires_at - now()) / 86400)::int as days
    from sessions where user_id = ${person.account.id}`.execute(server.context.db)
  assert.equal(rows.length, 1)
  return rows[0]!.days
}

describe('DELETE /api/v1/session', () => {
  it('ends this session at once, clears the cookie, and keeps other sessions', async () => {
    const { session, account, password } = await server.person()
    const other = new Client(server.url)
    await other.logIn(account.username, password)
    const copy = new Client(server.url, { cookie: session.cookie! })
    assert.equal((await copy.get('/api/v1/me')).status, 200)
    const response = await session.delete('/api/v1/session')
    assert.equal(response.status, 200)
    assert.deepEqual(response.body, { ok: true })
    assert.match(response.headers.getSetCookie()[0]!, /^galley_session=; .*Expires=Thu, 01 Jan 1970/)
    assertError(await copy.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await other.get('/api/v1/me')).status, 200)
  })

  it('is 401 without a session', async () => {
    assertError(await server.anyone.delete('/api/v1/session'), 401, 'UNAUTHORIZED')
  })

  it('is 403 for an API token', async () => {
    const { bearer } = await server.person()
    assertError(await bearer.delete('/api/v1/session'), 403, 'SESSION_REQUIRED')
  })
})

describe('the expiry of a session', () => {
  it('moves to 30 days after each use, and so does the cookie’s', async () => {
    const person = await server.person()
    await setExpiry(person, '3 days')
    const { cookie } = person.session
    const response = await person.session.get('/api/v1/me')
    assert.equal(response.status, 200)
    assert.match(response.headers.getSetCookie()[0]!, /; Max-Age=2592000;/)
    assert.equal(person.session.cookie, cookie)
    assert.equal(await daysLeft(person), 30)
  })

  it('is not updated on every request', async () => {
    const person = await server.person()
    await setExpiry(person, '29 days 23 hours 30 minutes')
    assert.deepEqual((await person.session.get('/api/v1/me')).headers.getSetCookie(), [])
  })

  it('is final: an expired session is 401', async () => {
    const person = await server.person()
    await setExpiry(person, '-1 second')
    assertError(await person.session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })

  it('is not moved by a suspended account', async () => {
    const person = await server.person()
    await setExpiry(person, '3 days')
    await sql`update users set suspended_at = now() where id = ${person.account.id}`.execute(server.context.db)
    assertError(await person.session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal(await daysLeft(person), 3)
  })
})
