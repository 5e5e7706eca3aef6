import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Answer, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

function assertDeprecated({ headers }: Answer): void {
  assert.match(headers.get('deprecation') ?? '', /^@\d+$/)
  assert.equal(headers.get('link'), '</api/v1/tokens>; rel="successor-version"')
}

function assertOlderError(response: Answer, status: number): void {
  assert.equal(response.status, status, JSON.stringify(response.body))
  assert.deepEqual(Object.keys(response.body), ['error'])
  assert.equal(typeof response.body.error, 'string')
  assert.notEqual(response.body.error, '')
  assertDeprecated(response)
}

describe('POST /api/v1/token', () => {
  it('issues the token named `default` without a body, and names its replacement', async () => {
    const response = await alice.session.post('/api/v1/token')
    assert.equal(response.status, 200)
    assertDeprecated(response)
    assert.deepEqual(Object.keys(response.body), [
      'id',
      'name',
      'token_prefix',
      'scopes',
      'last_used_at',
      'expires_at',
      'revoked_at',
      'created_at',
      'token',
    ])
    assert.equal(response.body.name, 'default')
    assert.equal(response.body.expires_at, null)
    assert.equal((await new Client(server.url, { token: response.body.token }).get('/api/v1/me')).status, 200)
  })

  it('accepts an expiry, and ignores a name', async () => {
    const body = { name: 'mine', expires_at: '2999-01-01T00:00:00Z' }
    const response = await alice.session.post('/api/v1/token', body)
    assert.equal(response.status, 200)
    assert.equal(response.body.name, 'default')
    assert.equal(response.body.expires_at, '2999-01-01T00:00:00.000Z')
  })

  it('accepts an empty object, null, and an empty body of type JSON', async () => {
    assert.equal((await alice.session.post('/api/v1/token', {})).status, 200)
    assert.equal((await alice.session.post('/api/v1/token', null)).status, 200)
    const empty = { raw: '', headers: { 'content-type': 'application/json' } }
    assert.equal((await alice.session.send('POST', '/api/v1/token', empty)).status, 200)
  })

  it('re-issues: the previous token stops working, one named `default` stays live', async () => {
    const { session } = await server.person()
    const first = (await session.post('/api/v1/token')).body.token
    const second = (await session.post('/api/v1/tokens', { name: 'default' })).body.token
    const third = (await session.post('/api/v1/token')).body.token
    const statuses = []
    for (const token of [first, second, third]) {
      statuses.push((await new Client(server.url, { token }).get('/api/v1/me')).status)
    }
    assert.deepEqual(statuses, [401, 401, 200])
  })
})

describe('POST /api/v1/token keeps the older error form', () => {
  it('on 400', async () => {
    assertOlderError(await alice.session.post('/api/v1/token', { expires_at: '2020-01-01T00:00:00Z' }), 400)
    assertOlderError(await alice.session.post('/api/v1/token', { scope: 'all' }), 400)
    const broken = { raw: '{', headers: { 'content-type': 'application/json' } }
    assertOlderError(await alice.session.send('POST', '/api/v1/token', broken), 400)
  })

  it('on 401', async () => {
    assertOlderError(await server.anyone.post('/api/v1/token'), 401)
    assertOlderError(await new Client(server.url, { token: 'unknown' }).post('/api/v1/token'), 401)
  })

  it('on 403', async () => {
    assertOlderError(await alice.bearer.post('/api/v1/token'), 403)
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    assertOlderError(await alice.session.post('/api/v1/token', undefined, foreign), 403)
  })

  it('on 415', async () => {
    const text = { raw: 'hello', headers: { 'content-type': 'text/plain' } }
    assertOlderError(await alice.session.send('POST', '/api/v1/token', text), 415)
  })
})
