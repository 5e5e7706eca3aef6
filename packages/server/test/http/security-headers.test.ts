import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const FRIEND = 'https://app.example'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { ALLOWED_ORIGINS: FRIEND } })
  alice = await server.person()
})
after(() => server.close())

describe('security headers', () => {
  function assertProtected({ headers }: Answer): void {
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; frame-ancestors 'none'/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.equal(headers.get('x-powered-by'), null)
  }

  it('are on success and on every kind of error', async () => {
    const responses: [number, Answer][] = [
      [200, await alice.session.get('/api/v1/me')],
      [400, await alice.session.patch('/api/v1/me', { bio: 5 })],
      [
        400,
        await alice.session.send('PATCH', '/api/v1/me', { raw: '{', headers: { 'content-type': 'application/json' } }),
      ],
      [401, await server.anyone.get('/api/v1/me')],
      [403, await alice.bearer.get('/api/v1/tokens')],
      [404, await server.anyone.get('/api/v1/nothing')],
      [415, await alice.session.send('PATCH', '/api/v1/me', { raw: 'x', headers: { 'content-type': 'text/plain' } })],
      [200, await server.anyone.get('/healthz')],
    ]
    for (const [status, response] of responses) {
      assert.equal(response.status, status)
      assertProtected(response)
    }
  })

  it('forbid caching of responses for one account', async () => {
    for (const response of [await alice.session.get('/api/v1/me'), await server.anyone.get('/api/v1/me')]) {
      assert.equal(response.headers.get('cache-control'), 'no-store')
    }
  })

  it('require HTTPS (HSTS) if PUBLIC_URL is https, and only then', async () => {
    assert.equal((await server.anyone.get('/healthz')).headers.get('strict-transport-security'), null)
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example' } })
    try {
      const { headers } = await secure.anyone.get('/healthz')
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
    } finally {
      await secure.close()
    }
  })
})

describe('CORS', () => {
  const preflight = (origin: string) =>
    server.anyone.send('OPTIONS', '/api/v1/me', {
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type' },
    })

  it('lets an allowed origin read and write, with credentials', async () => {
    const response = await alice.session.get('/api/v1/me', { headers: { origin: FRIEND } })
    assert.equal(response.headers.get('access-control-allow-origin'), FRIEND)
    assert.equal(response.headers.get('access-control-allow-credentials'), 'true')
    assert.match(response.headers.get('vary') ?? '', /\borigin\b/i)
    const { status, headers } = await preflight(FRIEND)
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), FRIEND)
    assert.match(headers.get('access-control-allow-methods') ?? '', /\bPATCH\b/)
    assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/i)
  })

  it('lets an allowed origin read errors too', async () => {
    const response = await server.anyone.get('/api/v1/me', { headers: { origin: FRIEND } })
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('access-control-allow-origin'), FRIEND)
  })

  it('names no other origin and never the wildcard', async () => {
    for (const origin of ['https://evil.example', `${FRIEND}.evil.example`, 'http://app.example', 'null']) {
      const response = await alice.session.get('/api/v1/me', { headers: { origin } })
      assert.equal(response.headers.get('access-control-allow-origin'), null)
      assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), null)
    }
  })
})
