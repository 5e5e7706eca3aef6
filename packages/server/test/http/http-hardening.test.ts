import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
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

function assertRawError(response: string, status: number, code: string): void {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  assert.match(head, /^Connection: close$/im)
  const { error } = JSON.parse(body)
  assert.deepEqual(Object.keys(error), ['code', 'message', 'fields', 'request_id'])
  assert.equal(error.code, code)
  assert.ok(head.includes(`X-Request-Id: ${error.request_id}`))
}

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
