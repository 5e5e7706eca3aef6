import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const OURS = 'https://galley.example'
const FRIEND = 'https://app.example'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: OURS, ALLOWED_ORIGINS: `${FRIEND}, http://localhost:5173` } })
  alice = await server.person()
})
after(() => server.close())

type Sender = Record<string, string>

const foreign: [string, Sender][] = [
  ['a request with Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['a cross-site request that claims our origin', { 'sec-fetch-site': 'cross-site', origin: OURS }],
  ['another origin', { origin: 'https://evil.example' }],
  ['another origin of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.galley.example' }],
  ['an origin that only begins like ours', { origin: `${OURS}.evil.example` }],
  ['our host over plain http', { origin: 'http://galley.example' }],
  ['our host at another port', { origin: `${OURS}:8443` }],
  ['an origin that begins like an allowed one', { origin: 'http://localhost:51730' }],
  ['a sandboxed page', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
]
const known: [string, Sender][] = [
  ['a client that is not a browser', {}],
  ['our own pages', { 'sec-fetch-site': 'same-origin', origin: OURS }],
  ['an allowed origin', { 'sec-fetch-site': 'same-site', origin: FRIEND }],
  ['another allowed origin', { origin: 'http://localhost:5173' }],
  ['an address typed by the user', { 'sec-fetch-site': 'none' }],
]

describe('a change made with the session cookie', () => {
  for (const [who, headers] of foreign) {
    it(`is rejected for ${who}`, async () => {
      const display_name = 'Stolen'
      assertError(await alice.session.patch('/api/v1/me', { display_name }, { headers }), 403, 'CROSS_SITE')
      assertError(await alice.session.delete('/api/v1/session', { headers }), 403, 'CROSS_SITE')
      assert.notEqual((await alice.session.get('/api/v1/me')).body.display_name, display_name)
    })
  }

  for (const [who, headers] of known) {
    it(`is allowed for ${who}`, async () => {
      assert.equal((await alice.session.patch('/api/v1/me', {}, { headers })).status, 200)
    })
  }

  it('is allowed if Origin and Host match, whatever PUBLIC_URL is', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: server.url }
    assert.equal((await alice.session.patch('/api/v1/me', {}, { headers })).status, 200)
    const origin = new URL(server.url)
    origin.port = String(Number(origin.port) - 1)
    const otherPort = { 'sec-fetch-site': 'same-site', origin: origin.origin }
    assertError(await alice.session.patch('/api/v1/me', {}, { headers: otherPort }), 403, 'CROSS_SITE')
  })
})

describe('a request that does not use the cookie', () => {
  it('may read from any site, but other sites’ scripts cannot see the response', async () => {
    for (const [, headers] of foreign) {
      const response = await alice.session.get('/api/v1/me', { headers })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
    }
  })

  it('may use a Bearer token from anywhere', async () => {
    for (const [, headers] of foreign) {
      assert.equal((await alice.bearer.patch('/api/v1/me', {}, { headers })).status, 200)
    }
  })
})

describe('logging in and signing up', () => {
  it('is rejected for other sites, which could log a visitor in to their own account', async () => {
    const login = { login: alice.account.username, password: alice.password }
    const account = { username: 'mallory', email: 'mallory@example.com', password: 'correct horse' }
    for (const [, headers] of foreign) {
      const client = new Client(server.url)
      assertError(await client.post('/api/v1/session', login, { headers }), 403, 'CROSS_SITE')
      assertError(await client.post('/api/v1/signup', account, { headers }), 403, 'CROSS_SITE')
      assert.equal(client.cookie, undefined)
    }
  })

  it('is allowed for our own pages', async () => {
    const login = { login: alice.account.username, password: alice.password }
    for (const [, headers] of known) {
      assert.equal((await new Client(server.url).post('/api/v1/session', login, { headers })).status, 200)
    }
  })
})
