import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SessionRecord } from '@galley/contract/schemas/identity/sessions'
import { sql } from 'kysely'
import { findSession, findToken } from '../../../src/identity/accounts/sessions/principal-store.ts'
import { hashSecret } from '../../../src/platform/core/credentials.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let nowMs = Date.now()
before(async () => {
  server = await startTestServer({ clock: { now: () => new Date(nowMs) } })
})
after(() => server.close())

const SESSIONS = '/api/v1/sessions'

/** Logs in with this User-Agent. */
async function logIn({ account, password }: Person, userAgent?: string): Promise<Client> {
  const client = new Client(server.url)
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent }
  await client.post('/api/v1/session', { login: account.username, password }, { headers })
  return client
}

async function list(client: Client): Promise<SessionRecord[]> {
  const { status, body } = await client.get(SESSIONS)
  assert.equal(status, 200, JSON.stringify(body))
  return body.sessions
}

const isAlive = async (client: Client) => (await client.get('/api/v1/me')).status === 200

describe('GET /api/v1/sessions', () => {
  it('lists the logged-in browsers, their user agents, and which one is current', async () => {
    const alice = await server.person()
    const phone = await logIn(alice, `Phone ${'x'.repeat(300)}`)
    const sessions = await list(phone)
    assert.equal(sessions.length, 2)
    assert.deepEqual(Object.keys(sessions[0]!), ['id', 'created_at', 'last_used_at', 'user_agent', 'current'])
    assert.equal(sessions.find(one => one.current)?.user_agent, `Phone ${'x'.repeat(194)}`)
    await alice.session.logIn(alice.account.username, alice.password)
    assert.equal((await list(alice.session)).find(one => one.current)?.user_agent, 'node')
  })

  it('has at most 100 entries: a further log-in ends the least recently used one', async () => {
    const alice = await server.person()
    const { db } = server.context
    const [oldest] = await list(alice.session)
    await sql`update sessions set last_used_at = now() - interval '2 days' where id = ${oldest!.id}`.execute(db)
    await sql`insert into sessions (id, user_id, token_hash, expires_at, last_used_at)
      select gen_random_uuid(), ${alice.account.id}, sha256((${alice.account.id} || n)::bytea), now() + interval '1 day',
        now() - interval '1 day' from generate_series(1, 98) n`.execute(db)
    const phone = await logIn(alice)
    assert.equal((await list(phone)).length, 100)
    const tablet = await logIn(alice)
    const sessions = await list(tablet)
    assert.equal(sessions.length, 100)
    assert.ok(!sessions.some(({ id }) => id === oldest!.id))
    assert.deepEqual(await Promise.all([alice.session, phone, tablet].map(isAlive)), [false, true, true])
  })

  it('returns nothing that could be used to log in', async () => {
    const { session } = await server.person()
    const [one] = await list(session)
    const secret = session.cookie?.split('=')[1] ?? ''
    assert.ok(secret.length > 20 && !JSON.stringify(one).includes(secret))
    const forged = new Client(server.url, { cookie: `galley_session=${one?.id}` })
    assertError(await forged.get(SESSIONS), 401, 'UNAUTHORIZED')
  })

  it('returns the last use to the minute, and stores it once a minute', async () => {
    const alice = await server.person()
    const { db } = server.context
    const ago = (interval: string) =>
      sql`update sessions set last_used_at = now() - ${interval}::interval where user_id = ${alice.account.id}`.execute(
        db,
      )
    const uses = async () => {
      // Clears the cache, so that the database is read.
      nowMs += 60_000
      const [one] = await list(alice.session)
      const { rows } = await sql<{ place: string }>`
        select ctid::text as place from sessions where user_id = ${alice.account.id}`.execute(db)
      return { ago: Date.now() - Date.parse(one!.last_used_at), place: rows[0]!.place }
    }
    await ago('3 days')
    const first = await uses()
    assert.ok(first.ago < 60_000, `${first.ago}`)
    const second = await uses()
    const third = await uses()
    // A new minute may begin between two of the requests, but not more than once.
    assert.ok(first.place === second.place || second.place === third.place)
  })

  it('ends with its expiry, and so does a token, also right after they were used', async () => {
    const alice = await server.person()
    const { db } = server.context
    const expireIn = (seconds: number) =>
      sql`with changed as (update sessions set expires_at = now() + make_interval(secs => ${seconds})
          where user_id = ${alice.account.id})
        update api_tokens set expires_at = now() + make_interval(secs => ${seconds}) where user_id = ${alice.account.id}`.execute(
        db,
      )
    await expireIn(2)
    for (const client of [alice.session, alice.bearer]) assert.equal(await isAlive(client), true)
    await expireIn(0)
    nowMs += 2000
    for (const client of [alice.session, alice.bearer]) assert.equal(await isAlive(client), false)
  })

  it('omits expired sessions', async () => {
    const alice = await server.person()
    const other = await logIn(alice)
    const id = (await list(other)).find(one => one.current)?.id
    await sql`update sessions set expires_at = now() where id = ${id}`.execute(server.context.db)
    assert.equal((await list(alice.session)).length, 1)
  })

  it('is 401 without a session and 403 for a token', async () => {
    const alice = await server.person()
    for (const send of [
      (c: Client) => c.get(SESSIONS),
      (c: Client) => c.delete(SESSIONS),
      (c: Client) => c.delete(`${SESSIONS}/${newId()}`),
    ]) {
      assertError(await send(server.anyone), 401, 'UNAUTHORIZED')
      assertError(await send(alice.bearer), 403, 'SESSION_REQUIRED')
    }
  })
})

describe('DELETE /api/v1/sessions/:id', () => {
  it('logs that browser out at once, and no other', async () => {
    const alice = await server.person()
    const phone = await logIn(alice)
    assert.ok(await isAlive(phone))
    const id = (await list(phone)).find(one => one.current)?.id
    assert.deepEqual((await alice.session.delete(`${SESSIONS}/${id}`)).body, { ok: true })
    assert.deepEqual([await isAlive(phone), await isAlive(alice.session)], [false, true])
  })

  it('of the current session is a log-out and clears the cookie', async () => {
    const { session } = await server.person()
    const [own] = await list(session)
    const response = await session.delete(`${SESSIONS}/${own?.id.toUpperCase()}`)
    assert.equal(response.status, 200)
    assert.equal(session.cookie, undefined)
  })

  it('is 404 for a session of another user, an ended one, and a malformed id', async () => {
    const alice = await server.person()
    const bob = await server.person()
    const [his] = await list(bob.session)
    for (const id of [his?.id, newId(), 'x']) {
      assertError(await alice.session.delete(`${SESSIONS}/${id}`), 404, 'NOT_FOUND')
    }
    assert.ok(await isAlive(bob.session))
  })
})

describe('DELETE /api/v1/sessions', () => {
  it('logs out all other browsers of the account, and no other account', async () => {
    const alice = await server.person()
    const bob = await server.person()
    const others = [await logIn(alice), await logIn(alice)]
    for (const other of others) assert.ok(await isAlive(other))
    assert.deepEqual((await alice.session.delete(SESSIONS)).body, { ok: true })
    for (const other of others) assert.equal(await isAlive(other), false)
    assert.deepEqual([await isAlive(alice.session), await isAlive(bob.session)], [true, true])
    assert.equal((await list(alice.session)).length, 1)
  })

  it('is 403 for another site', async () => {
    const { session } = await server.person()
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    assertError(await session.delete(SESSIONS, elsewhere), 403, 'CROSS_SITE')
  })
})

describe('a session or token that expires soon', () => {
  it('is cached no longer than until then', async () => {
    const { session, token, account } = await server.person()
    const { db } = server.context
    await sql`
      with s as (update sessions set expires_at = now() + interval '500 ms' where user_id = ${account.id})
      update api_tokens set expires_at = now() + interval '500 ms' where user_id = ${account.id}`.execute(db)
    const secret = decodeURIComponent(session.cookie?.split('=')[1] ?? '')
    for (const found of [await findSession(db, hashSecret(secret)), await findToken(db, hashSecret(token))]) {
      // On a slow machine it has expired already.
      assert.ok((found?.cacheable_ms ?? 0) <= 500)
    }
  })
})
