import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Answer } from '../support/client.ts'
import { startDatabaseProxy } from '../support/database/database-proxy.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const FRIEND = 'https://app.example'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { ALLOWED_ORIGINS: FRIEND } })
  alice = await server.person()
})
after(() => server.close())

/** Sends bytes as they are; returns everything received until the server closes the connection. */
function rawExchange(...parts: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('utf8').on('data', chunk => {
      received += chunk
    })
    socket.on('close', () => resolve(received)).on('error', reject)
    for (const part of parts) socket.write(part)
  })
}

function assertRawError(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  assert.match(head, /^Connection: close$/im)
  const { error } = JSON.parse(body)
  assert.deepEqual(Object.keys(error), ['code', 'message', 'fields', 'request_id'])
  assert.equal(error.code, code)
  assert.ok(head.includes(`X-Request-Id: ${error.request_id}`))
}

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
    const answers: [number, Answer][] = [
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
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status)
      assertProtected(answer)
    }
  })

  it('forbid caching of responses for one account', async () => {
    for (const answer of [await alice.session.get('/api/v1/me'), await server.anyone.get('/api/v1/me')]) {
      assert.equal(answer.headers.get('cache-control'), 'no-store')
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
    const answer = await alice.session.get('/api/v1/me', { headers: { origin: FRIEND } })
    assert.equal(answer.headers.get('access-control-allow-origin'), FRIEND)
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true')
    assert.match(answer.headers.get('vary') ?? '', /\borigin\b/i)
    const { status, headers } = await preflight(FRIEND)
    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), FRIEND)
    assert.match(headers.get('access-control-allow-methods') ?? '', /\bPATCH\b/)
    assert.match(headers.get('access-control-allow-headers') ?? '', /content-type/i)
  })

  it('lets an allowed origin read errors too', async () => {
    const answer = await server.anyone.get('/api/v1/me', { headers: { origin: FRIEND } })
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('access-control-allow-origin'), FRIEND)
  })

  it('names no other origin and never the wildcard', async () => {
    for (const origin of ['https://evil.example', `${FRIEND}.evil.example`, 'http://app.example', 'null']) {
      const answer = await alice.session.get('/api/v1/me', { headers: { origin } })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), null)
    }
  })
})

describe('malformed requests', () => {
  it('get 431 when their headers are larger than 16 KiB', async () => {
    const flood = `X-Flood: ${'x'.repeat(1000)}\r\n`.repeat(20)
    assertRawError(await rawExchange(`GET /healthz HTTP/1.1\r\nHost: x\r\n${flood}\r\n`), 431, 'HEADERS_TOO_LARGE')
  })

  it('get 400 when they are not HTTP, or have contradictory body lengths', async () => {
    assertRawError(await rawExchange('hello\r\n\r\n'), 400, 'VALIDATION_ERROR')
    const twice = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    const smuggled = await rawExchange(`POST /api/v1/session HTTP/1.1\r\nHost: x\r\n${twice}`)
    assertRawError(smuggled, 400, 'VALIDATION_ERROR')
  })

  it('do not affect responses to earlier complete requests on the same connection', async () => {
    const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
    const statuses = (received: string) => received.match(/HTTP\/1\.1 \d{3}/g)?.map(line => Number(line.slice(-3)))
    const broken = await rawExchange(`${ask('/healthz')}${ask('/api/v1/me')}${ask('/readyz')}no HTTP\r\n\r\n`)
    assert.deepEqual(statuses(broken), [200, 401, 200, 400])
    // Nothing after the last request of the connection is handled.
    const closed = await rawExchange(`${ask('/healthz')}${ask('/api/v1/me', 'Connection: close\r\n')}${ask('/readyz')}`)
    assert.deepEqual(statuses(closed), [200, 401])
  })

  it('get 408 when their headers do not arrive in time', async () => {
    assertRawError(await rawExchange('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '), 408, 'REQUEST_TIMEOUT')
  })
})

describe('a request with a content type and no body', () => {
  const send = async (method: string, path: string, type: string) => {
    const credentials = `Authorization: Bearer ${alice.token}\r\nConnection: close\r\n`
    const [head = '', body = ''] = (
      await rawExchange(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${credentials}Content-Type: ${type}\r\n\r\n`)
    ).split('\r\n\r\n')
    return [Number(head.slice(9, 12)), JSON.parse(body).error?.code]
  }

  it('is answered at once, like one without a content type', async () => {
    assert.deepEqual(await send('POST', '/api/v1/posts', 'application/json'), [400, 'VALIDATION_ERROR'])
    assert.deepEqual(await send('POST', '/api/v1/posts', 'text/plain'), [400, 'VALIDATION_ERROR'])
    assert.deepEqual(await send('POST', '/api/v1/uploads', 'multipart/form-data; boundary=x'), [
      400,
      'VALIDATION_ERROR',
    ])
    assert.deepEqual(await send('DELETE', '/api/v1/posts/no-id', 'application/json'), [404, 'NOT_FOUND'])
    assert.deepEqual(await send('GET', '/api/v1/me', 'application/json'), [200, undefined])
  })
})

describe('HEAD', () => {
  it('has the headers of GET and no body', async () => {
    for (const path of ['/api/v1/me', '/api/v1/tokens', '/healthz', '/api/v1/openapi.json']) {
      const get = await alice.session.get(path)
      const head = await fetch(server.url + path, { method: 'HEAD', headers: { cookie: alice.session.cookie! } })
      assert.equal(head.status, 200)
      assert.equal(await head.text(), '')
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'))
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
    }
    assert.equal((await fetch(`${server.url}/api/v1/me`, { method: 'HEAD' })).status, 401)
  })
})

describe('monitoring', () => {
  it('GET /healthz reports that the process is up', async () => {
    const { status, body } = await server.anyone.get('/healthz')
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
  })

  it('GET /readyz reports the state of database, migrations and worker', async () => {
    const { status, body } = await server.anyone.get('/readyz')
    assert.equal(status, 200)
    assert.equal(body.status, 'ok')
    const { database, migrations, worker } = body.checks
    assert.deepEqual({ database, migrations, worker }, { database: 'ok', migrations: 'ok', worker: 'off' })
  })

  it('GET /readyz is 503 if a migration is missing', async () => {
    const behind = await startTestServer()
    try {
      await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
        behind.context.db,
      )
      const { status, body } = await behind.anyone.get('/readyz')
      assert.equal(status, 503)
      assert.equal(body.checks.migrations, 'pending')
    } finally {
      await behind.close()
    }
  })

  it('GET /readyz queries the database once a second, however many probes there are', async () => {
    const proxy = await startDatabaseProxy(server.database)
    const other = await startTestServer({ database: proxy.database })
    try {
      proxy.statements.length = 0
      for (let i = 0; i < 20; i++) assert.equal((await other.anyone.get('/readyz')).status, 200)
      const checks = proxy.statements.filter(statement => /kysely_migration/.test(statement)).length
      assert.ok(checks > 0 && checks < 10, `${checks} checks`)
    } finally {
      await other.close()
      await proxy.cut()
    }
  })

  it('GET /metrics works from this machine and with METRICS_TOKEN, and is 404 for others', async () => {
    const env = { TRUST_PROXY: 'true', METRICS_TOKEN: 'a token for metrics' }
    const watched = await startTestServer({ env, database: server.database })
    const closed = await startTestServer({ env: { TRUST_PROXY: 'true' }, database: server.database })
    try {
      const status = async ({ anyone }: TestServer, from: string, authorization?: string) => {
        const headers = { 'x-forwarded-for': from, ...(authorization && { authorization }) }
        return (await anyone.get('/metrics', { headers })).status
      }
      assert.equal(await status(watched, '192.0.2.1'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer another token'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer a token for metrics'), 200)
      assert.equal(await status(watched, '127.0.0.1'), 200)
      assert.equal(await status(watched, '::1'), 200)
      // A forged header that claims to be this machine.
      assert.equal(await status(watched, '127.0.0.1, 192.0.2.1'), 404)
      assert.equal(await status(closed, '192.0.2.1', 'Bearer undefined'), 404)
      assert.equal(await status(closed, '127.0.0.1'), 200)
    } finally {
      await watched.close()
      await closed.close()
    }
  })

  it('GET /metrics counts requests by route, not by path', async () => {
    const id = crypto.randomUUID()
    await alice.session.delete(`/api/v1/tokens/${id}`)
    await server.anyone.get(`/nothing/${id}`)
    const { status, headers, body } = await server.anyone.get('/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    const labels = 'method="DELETE",route="/api/v1/tokens/:id",status="404"'
    assert.ok(body.includes(`galley_http_request_duration_seconds_count{${labels}} 1\n`), body)
    assert.ok(!body.includes(id))
  })
})
