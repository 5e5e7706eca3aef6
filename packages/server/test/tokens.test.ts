import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, Client } from './support/client.ts'
import { type Person, startTestServer, type TestServer } from './support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const RECORD = ['id', 'name', 'token_prefix', 'last_used_at', 'expires_at', 'revoked_at', 'created_at']

describe('POST /api/v1/tokens', () => {
  it('answers 200 with the record and the raw token of 64 characters, which opens the API', async () => {
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => session.post('/api/v1/tokens', { name: `t${i}` })),
    )
    assert.equal(answers.filter(answer => answer.status === 200).length, 10)
    for (const answer of answers) if (answer.status !== 200) assertError(answer, 400, 'LIMIT_REACHED')
    const { tokens } = (await session.get('/api/v1/tokens')).body
    assert.equal(tokens.filter((token: { revoked_at: string | null }) => token.revoked_at === null).length, 10)
  })

  it('names every fault: no name, a past expiry, an unknown field', async () => {
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
