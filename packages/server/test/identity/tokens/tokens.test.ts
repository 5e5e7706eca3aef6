import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const RECORD = ['id', 'name', 'token_prefix', 'scopes', 'last_used_at', 'expires_at', 'revoked_at', 'created_at']

describe('POST /api/v1/tokens', () => {
  it('is 200 with the record and the raw token of 64 characters, which works at once', async () => {
    const { session } = await server.person()
    const { status, body } = await session.post('/api/v1/tokens', { name: 'ci', expires_at: '2999-01-01T00:00:00Z' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), [...RECORD, 'token'])
    assert.match(body.token, /^[A-Za-z0-9]{64}$/)
    assert.equal(body.token_prefix, body.token.slice(0, 8))
    assert.equal(body.expires_at, '2999-01-01T00:00:00.000Z')
    assert.equal((await new Client(server.url, { token: body.token }).get('/api/v1/me')).status, 200)
  })

  it('re-issues under the name of a live token: the old one stops working at once', async () => {
    const { session } = await server.person()
    const first = (await session.post('/api/v1/tokens', { name: 'ci' })).body.token
    const old = new Client(server.url, { token: first })
    assert.equal((await old.get('/api/v1/me')).status, 200)
    const second = (await session.post('/api/v1/tokens', { name: 'ci' })).body.token
    assertError(await old.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
    assert.equal((await new Client(server.url, { token: second }).get('/api/v1/me')).status, 200)
  })

  it('leaves exactly 10 live tokens after 20 parallel issues', async () => {
    const { session } = await server.person({ plan: 'free' })
    await session.delete(`/api/v1/tokens/${(await session.get('/api/v1/tokens')).body.tokens[0].id}`)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => session.post('/api/v1/tokens', { name: `t${i}` })),
    )
    assert.equal(responses.filter(response => response.status === 200).length, 10)
    for (const response of responses) if (response.status !== 200) assertError(response, 400, 'LIMIT_REACHED')
    const { tokens } = (await session.get('/api/v1/tokens')).body
    assert.equal(tokens.filter((token: { revoked_at: string | null }) => token.revoked_at === null).length, 10)
  })

  it('keeps the 100 newest tokens that were revoked or have expired, and every live one', async () => {
    const { account, session } = await server.person()
    const insert = (name: string, age: string, revoked: string | null, expires: string | null) =>
      sql`insert into api_tokens (id, user_id, name, token_hash, token_prefix, created_at, revoked_at, expires_at)
        select gen_random_uuid(), ${account.id}, ${name} || n, sha256((${name} || n)::bytea), 'abcdefgh',
          now() - ${age}::interval - n * interval '1 minute', now() - ${revoked}::interval, now() - ${expires}::interval
        from generate_series(1, 80) n`.execute(server.context.db)
    await insert('revoked ', '2 days', '1 day', null)
    await insert('expired ', '3 days', null, '1 day')
    await session.post('/api/v1/tokens', { name: 'ci' })
    const { tokens } = (await session.get('/api/v1/tokens')).body
    const count = (name: string) => tokens.filter((token: { name: string }) => token.name.startsWith(name)).length
    assert.deepEqual([count('test'), count('ci'), count('revoked'), count('expired')], [1, 1, 80, 20])
    assert.ok(
      tokens.some((token: { name: string }) => token.name === 'expired 20'),
      'the newest are kept',
    )
  })

  it('names every error: no name, a past expiry, an unknown field', async () => {
    assertError(await alice.session.post('/api/v1/tokens', {}), 400, 'VALIDATION_ERROR', { name: 'REQUIRED' })
    assertError(
      await alice.session.post('/api/v1/tokens', { name: 5, expires_at: 'soon', scope: 'all' }),
      400,
      'VALIDATION_ERROR',
      {
        name: 'INVALID_TYPE',
        expires_at: 'INVALID_VALUE',
        scope: 'UNKNOWN_FIELD',
      },
    )
    assertError(
      await alice.session.post('/api/v1/tokens', { name: ' ', expires_at: '2020-01-01T00:00:00Z' }),
      400,
      'VALIDATION_ERROR',
      {
        name: 'TOO_SHORT',
        expires_at: 'MUST_BE_FUTURE',
      },
    )
    assertError(await alice.session.post('/api/v1/tokens', { name: 'n'.repeat(101) }), 400, 'VALIDATION_ERROR', {
      name: 'TOO_LONG',
    })
  })
})

describe('POST /api/v1/tokens issues on every plan', () => {
  it('but not for a Bearer token, nor without a credential', async () => {
    const { session } = await server.person({ plan: 'free' })
    assert.equal((await session.post('/api/v1/tokens', { name: 'early' })).status, 200)
    assertError(await alice.bearer.post('/api/v1/tokens', { name: 'more' }), 403, 'SESSION_REQUIRED')
    assertError(await server.anyone.post('/api/v1/tokens', { name: 'more' }), 401, 'UNAUTHORIZED')
  })

  it('does not count revoked and expired tokens towards the limit of 10', async () => {
    const { session, account } = await server.person()
    const issue = (i: number) => session.post('/api/v1/tokens', { name: `t${i}`, expires_at: '2999-01-01T00:00:00Z' })
    for (let i = 1; i < 10; i++) assert.equal((await issue(i)).status, 200)
    assertError(await issue(10), 400, 'LIMIT_REACHED')
    await sql`update api_tokens set expires_at = now() - interval '1 second' where user_id = ${account.id} and name = 't1'`.execute(
      server.context.db,
    )
    assert.equal((await issue(10)).status, 200)
    assertError(await issue(11), 400, 'LIMIT_REACHED')
    const { tokens } = (await session.get('/api/v1/tokens')).body
    await session.delete(`/api/v1/tokens/${tokens[0].id}`)
    assert.equal((await issue(11)).status, 200)
  })

  it('counts a token that its program can still renew, and keeps it', async () => {
    const { session, account } = await server.person()
    const { db } = server.context
    await sql`update api_tokens set expires_at = now() - interval '1 hour', created_at = now() - interval '1 year',
      refresh_expires_at = now() + interval '1 day' where user_id = ${account.id}`.execute(db)
    await sql`insert into api_tokens (id, user_id, name, token_hash, token_prefix, revoked_at)
      select gen_random_uuid(), ${account.id}, 'old' || n, sha256((${account.id} || n)::bytea), 'abcdefgh', now()
      from generate_series(1, 100) n`.execute(db)
    for (let i = 1; i < 10; i++) assert.equal((await session.post('/api/v1/tokens', { name: `t${i}` })).status, 200)
    assertError(await session.post('/api/v1/tokens', { name: 't10' }), 400, 'LIMIT_REACHED')
    const { rows } = await sql`select from api_tokens where user_id = ${account.id} and name = 'test'`.execute(db)
    assert.equal(rows.length, 1)
  })

  it('re-issues at the limit of 10, because that adds none', async () => {
    const { session } = await server.person()
    for (let i = 1; i < 10; i++) await session.post('/api/v1/tokens', { name: `t${i}` })
    assert.equal((await session.post('/api/v1/tokens', { name: 't5' })).status, 200)
  })

  it('refuses dates that do not exist, and years beyond four digits', async () => {
    for (const expires_at of ['2999-02-30T00:00:00Z', '9999-12-31T23:59:59-01:00', '2999-13-01', '12999-01-01']) {
      assertError(await alice.session.post('/api/v1/tokens', { name: 'when', expires_at }), 400, 'VALIDATION_ERROR', {
        expires_at: 'INVALID_VALUE',
      })
    }
  })

  it('accepts its own record as a body, and an expiry of null', async () => {
    const { session } = await server.person()
    const { token, ...record } = (await session.post('/api/v1/tokens', { name: 'ci', expires_at: null })).body
    const again = await session.post('/api/v1/tokens', record)
    assert.equal(again.status, 200)
    assert.notEqual(again.body.id, record.id)
    assert.notEqual(again.body.token, token)
  })
})
