import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const RECORD = ['id', 'name', 'token_prefix', 'scopes', 'last_used_at', 'expires_at', 'revoked_at', 'created_at']

describe('GET /api/v1/tokens', () => {
  it('lists records, newest first, never with the raw token', async () => {
    const { session, token } = await server.person()
    const second = (await session.post('/api/v1/tokens', { name: 'second' })).body
    const { status, body } = await session.get('/api/v1/tokens')
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['tokens'])
    assert.deepEqual(
      body.tokens.map((record: { name: string }) => record.name),
      ['second', 'test'],
    )
    for (const record of body.tokens) assert.deepEqual(Object.keys(record), RECORD)
    for (const raw of [token, second.token]) assert.ok(!JSON.stringify(body).includes(raw))
  })

  it('includes revoked tokens, with the time of revocation', async () => {
    const { session } = await server.person()
    const { id } = (await session.post('/api/v1/tokens', { name: 'ci' })).body
    await session.delete(`/api/v1/tokens/${id}`)
    await session.post('/api/v1/tokens', { name: 'test' })
    const { tokens } = (await session.get('/api/v1/tokens')).body
    const ended = tokens.filter((token: { revoked_at: string | null }) => token.revoked_at !== null)
    assert.deepEqual(ended.map((token: { name: string }) => token.name).sort(), ['ci', 'test'])
    for (const { revoked_at } of ended) assert.match(revoked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('lists no tokens of other users', async () => {
    const { session } = await server.person()
    assert.equal((await session.get('/api/v1/tokens')).body.tokens.length, 1)
  })

  it('is 401 without a session and 403 for a Bearer token', async () => {
    assertError(await server.anyone.get('/api/v1/tokens'), 401, 'UNAUTHORIZED')
    assertError(await alice.bearer.get('/api/v1/tokens'), 403, 'SESSION_REQUIRED')
  })
})

describe('last_used_at', () => {
  const lastUsed = async ({ session }: Person) => (await session.get('/api/v1/tokens')).body.tokens[0].last_used_at
  const minuteOf = (time: string) => time.slice(0, 16)

  it('is null until the first use, then the minute of the last use', async () => {
    const person = await server.person()
    assert.equal(await lastUsed(person), null)
    const before = new Date().toISOString()
    await person.bearer.get('/api/v1/me')
    const used = await lastUsed(person)
    assert.ok(minuteOf(before) <= minuteOf(used) && used <= new Date().toISOString(), used)
  })

  it('is updated by a use in a later minute', async () => {
    const person = await server.person()
    await person.bearer.get('/api/v1/me')
    await sql`update api_tokens set last_used_at = now() - interval '1 minute' where user_id = ${person.account.id}`.execute(
      server.context.db,
    )
    // Makes every node drop the account from its cache.
    await person.session.post('/api/v1/tokens', { name: 'another' })
    const before = new Date().toISOString()
    await person.bearer.get('/api/v1/me')
    const { tokens } = (await person.session.get('/api/v1/tokens')).body
    assert.ok(minuteOf(before) <= minuteOf(tokens[1].last_used_at), tokens[1].last_used_at)
  })

  it('is not updated by a use that was rejected', async () => {
    const person = await server.person()
    const [{ id }] = (await person.session.get('/api/v1/tokens')).body.tokens
    await person.session.delete(`/api/v1/tokens/${id}`)
    assertError(await person.bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
    assert.equal(await lastUsed(person), null)
  })
})

describe('DELETE /api/v1/tokens/:id', () => {
  it('is 200 { ok: true }; the token stops working at once', async () => {
    const { session, bearer } = await server.person()
    assert.equal((await bearer.get('/api/v1/me')).status, 200)
    const [{ id }] = (await session.get('/api/v1/tokens')).body.tokens
    const { status, body } = await session.delete(`/api/v1/tokens/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, { ok: true })
    assertError(await bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
  })

  it('may be repeated, and the first revocation time stays', async () => {
    const { session } = await server.person()
    const [{ id }] = (await session.get('/api/v1/tokens')).body.tokens
    const revokedAt = async () => (await session.get('/api/v1/tokens')).body.tokens[0].revoked_at
    await session.delete(`/api/v1/tokens/${id}`)
    const first = await revokedAt()
    assert.deepEqual((await session.delete(`/api/v1/tokens/${id}`)).body, { ok: true })
    assert.equal(await revokedAt(), first)
  })

  it('is the same 404 for another user’s token, an unknown id and a malformed one', async () => {
    const other = await server.person()
    const [{ id }] = (await other.session.get('/api/v1/tokens')).body.tokens
    const bytes = new Set<string>()
    for (const tried of [id, '018f0000-0000-7000-8000-000000000000', 'x', '%00', '..%2f..', `${id}0`, 'é', "'"]) {
      const response = await alice.session.delete(`/api/v1/tokens/${tried}`)
      assertError(response, 404, 'NOT_FOUND')
      bytes.add(JSON.stringify(response.body).replace(response.body.error.request_id, ''))
    }
    assert.equal(bytes.size, 1)
    assert.equal((await other.bearer.get('/api/v1/me')).status, 200)
  })

  it('leaves all caches as they are if there is no such token', async () => {
    const messages: unknown[] = []
    server.context.bus.subscribe(message => {
      if (message.about === 'account' && message.userId === alice.account.id) messages.push(message)
    })
    assertError(await alice.session.delete(`/api/v1/tokens/${crypto.randomUUID()}`), 404, 'NOT_FOUND')
    assert.deepEqual(messages, [])
  })

  it('is 401 without a session and 403 for a Bearer token, and revokes nothing', async () => {
    const [{ id }] = (await alice.session.get('/api/v1/tokens')).body.tokens
    assertError(await server.anyone.delete(`/api/v1/tokens/${id}`), 401, 'UNAUTHORIZED')
    assertError(await alice.bearer.delete(`/api/v1/tokens/${id}`), 403, 'SESSION_REQUIRED')
    assert.equal((await alice.bearer.get('/api/v1/me')).status, 200)
  })
})
