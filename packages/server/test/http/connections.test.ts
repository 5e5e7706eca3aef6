import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, it } from 'node:test'
import { assertError, Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const LIMIT = 100_000
const LARGE_ANSWER = '/docs/js/scalar.js'

let server: TestServer
before(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_REQUESTS: String(LIMIT), CONNECTIONS_PER_ADDRESS: '20' } })
})
after(() => server.close())

const open = (url = server.url): Socket => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
/** How many requests the server has started to handle, read from the rate limit. */
async function handled(): Promise<number> {
  const { headers } = await server.anyone.get('/healthz')
  return LIMIT - Number(headers.get('ratelimit-remaining'))
}

const MIB = 1024 * 1024

interface Sending {
  readonly url?: string
  readonly from?: string
  readonly path?: string
  readonly type?: string
}

/** Sends the head of a request with a body, and then nothing. */
function begin(token: string, length: string, { url, from, path, type }: Sending = {}): Socket {
  const socket = open(url)
  socket.write(
    `POST ${path ?? '/api/v1/posts'} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      (from === undefined ? '' : `X-Forwarded-For: ${from}\r\n`) +
      `Content-Type: ${type ?? 'application/json'}\r\n${length}\r\n\r\n`,
  )
  return socket
}

const MOST = 8 * MIB - 1

/** Sends almost all of a body of 8 MiB. */
function sendMost(token: string, options?: Sending): Socket {
  const socket = begin(token, `Content-Length: ${8 * MIB}`, options)
  socket.write(Buffer.alloc(MOST, ' '))
  return socket
}

describe('a client that pipelines requests and reads no response', () => {
  it('has one request handled at a time', async () => {
    await server.anyone.get(LARGE_ANSWER)
    const before = await handled()
    const socket = open().pause()
    socket.write(get(LARGE_ANSWER).repeat(40))
    await eventually(async () => assert.ok((await handled()) > before + 1))
    // The operating system buffers some responses, but not forty of several megabytes.
    assert.ok((await handled()) < before + 30)
    socket.destroy()
  })

  it('is disconnected after more than fifty', async () => {
    const socket = open()
    socket.write(get(LARGE_ANSWER) + get('/healthz').repeat(2000))
    let responses = 0
    socket.setEncoding('latin1').on('data', (chunk: string | Buffer) => {
      responses += String(chunk).split('HTTP/1.1 200').length - 1
    })
    await new Promise(resolve => socket.once('close', resolve))
    assert.ok(responses < 2000, `${responses} answers`)
    assert.equal((await server.anyone.get('/healthz')).status, 200)
  })

  it('gets all responses in order if it reads them', async () => {
    const socket = open()
    const paths = ['/healthz', '/api/v1/me', '/healthz', '/nothing-here', '/api/v1/public/categories']
    const last = get('/healthz').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    socket.write(paths.map(get).join('') + last)
    const statuses = (await text(socket)).match(/HTTP\/1\.1 \d{3}/g)?.map(line => Number(line.slice(-3)))
    assert.deepEqual(statuses, [200, 401, 200, 404, 200, 200])
  })
})

describe('CONNECTIONS_PER_ADDRESS', () => {
  const responses = (socket: Socket) =>
    new Promise<boolean>(resolve => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      socket.write(get('/healthz'))
    })

  it('closes further connections of an address until one of its connections has ended', async () => {
    const limited = await startTestServer({ env: { CONNECTIONS_PER_ADDRESS: '3' }, database: server.database })
    const sockets = Array.from({ length: 3 }, () => open(limited.url))
    try {
      assert.deepEqual(await Promise.all(sockets.map(responses)), [true, true, true])
      assert.equal(await responses(open(limited.url)), false)
      sockets[0]?.destroy()
      await eventually(async () => {
        const socket = open(limited.url)
        sockets.push(socket)
        assert.equal(await responses(socket), true)
      })
    } finally {
      for (const socket of sockets) socket.destroy()
      await limited.close()
    }
  })

  it('is not applied behind a proxy, where all connections have the same address', async () => {
    const proxied = await startTestServer({
      env: { CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: 'true' },
      database: server.database,
    })
    const sockets = Array.from({ length: 8 }, () => open(proxied.url))
    try {
      assert.ok((await Promise.all(sockets.map(responses))).every(Boolean))
    } finally {
      for (const socket of sockets) socket.destroy()
      await proxied.close()
    }
  })
})

const post = { title: 'T', content: 'x'.repeat(100_000) }

const bytesInFlight = async (by: TestServer) =>
  Number(/^galley_bytes_in_flight (\d+)/m.exec(await by.context.metrics.metrics())?.[1])

/** Resolves when this much is being received or sent. */
const inFlight = (by: TestServer, bytes: number) =>
  eventually(async () => assert.ok((await bytesInFlight(by)) >= bytes))

describe('large bodies sent at the same time', () => {
  async function rejectedUntilOneEnds(by: TestServer, sockets: Socket[], sender: Client): Promise<void> {
    try {
      await inFlight(by, sockets.length * MOST)
      assertError(await sender.post('/api/v1/posts', post), 429, 'RATE_LIMITED')
      // A body that exceeds its own limit is still 413, and small bodies are not affected.
      const tooLong = { title: 'T', content: 'x'.repeat(9 * MIB) }
      assertError(await sender.post('/api/v1/posts', tooLong), 413, 'PAYLOAD_TOO_LARGE')
      assert.equal((await sender.post('/api/v1/posts', { title: 'T', content: 'x' })).status, 201)
      sockets[0]?.destroy()
      await eventually(async () => assert.equal((await sender.post('/api/v1/posts', post)).status, 201))
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  }

  it('are 429 when one address has sent more than 48 MiB, until one of them has ended', async () => {
    const people = await Promise.all([server.person(), server.person()])
    const sockets = [0, 1, 0, 1, 0, 1].map(i => sendMost(people[i]?.token ?? ''))
    await rejectedUntilOneEnds(server, sockets, (await server.person()).bearer)
  })

  it('are 429 when one account has sent more than 48 MiB from several addresses', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: 'true' }, database: server.database })
    try {
      const { token, bearer } = await proxied.person()
      const sockets = [1, 2, 3, 4, 5, 6].map(i => sendMost(token, { url: proxied.url, from: `203.0.113.${i}` }))
      await rejectedUntilOneEnds(proxied, sockets, bearer)
    } finally {
      await proxied.close()
    }
  })
})

describe('large responses', () => {
  it('to clients that have gone away in the meantime do not count against their address', async () => {
    const { token, bearer } = await server.person()
    const { body } = await bearer.post('/api/v1/posts', { title: 'T', content: 'x'.repeat(1_000_000) })
    const path = `/api/v1/posts/${body.id}`
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    // 80 MB, which is more than one address may have.
    for (let i = 0; i < 80; i++) {
      const socket = open()
      await once(socket, 'connect')
      // The request is sent, and the connection is gone before the database has answered.
      socket.write(request, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    assert.equal((await bearer.get(path)).status, 200)
  })
})

describe('slow clients with many addresses', () => {
  let proxied: TestServer
  const sockets: Socket[] = []
  before(async () => {
    proxied = await startTestServer({ env: { TRUST_PROXY: 'true' }, database: server.database })
  })
  after(() => proxied.close())
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  const addresses = (count: number) => Array.from({ length: count }, (_, i) => ({ from: `2001:db8:${i}::1` }))
  const isRead = async () =>
    assert.equal((await fetch(proxied.url + LARGE_ANSWER, { headers: { 'accept-encoding': 'identity' } })).status, 200)

  it('count with what has arrived of their bodies, not with what they announce', async () => {
    const { token } = await proxied.person()
    for (const sending of addresses(40)) {
      for (const length of [`Content-Length: ${8 * MIB}`, 'Transfer-Encoding: chunked']) {
        const socket = begin(token, length, { url: proxied.url, ...sending })
        socket.write(length.startsWith('Content') ? ' ' : '1\r\n \r\n')
        sockets.push(socket)
      }
    }
    await inFlight(proxied, sockets.length)
    assert.ok((await bytesInFlight(proxied)) < MIB)
    const { bearer } = await proxied.person()
    for (let i = 0; i < 5; i++) assert.equal((await bearer.post('/api/v1/posts', post)).status, 201)
    await isRead()
  })

  it('that send keep nobody from reading or from sending little, and after some seconds not from sending much', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => proxied.person()))
    for (const [i, sending] of addresses(16).entries()) {
      sockets.push(sendMost(people[i % 4]?.token ?? '', { url: proxied.url, ...sending }).resume())
    }
    const { bearer } = await proxied.person()
    await inFlight(proxied, 16 * MOST)
    await isRead()
    assert.equal((await bearer.post('/api/v1/posts', { title: 'T', content: 'x' })).status, 201)
    await eventually(async () => assert.equal((await bearer.post('/api/v1/posts', post)).status, 201))
    // Otherwise their memory would be used without being counted. Those that are only too slow get a response.
    await eventually(() => assert.ok(sockets.some(({ closed, bytesRead }) => closed && bytesRead === 0)))
  })

  it('that read nothing keep nobody from sending or from reading little, and after some seconds not from reading much', async () => {
    await isRead()
    for (let i = 0; i < 96; i++) {
      const socket = open(proxied.url).pause()
      const from = `X-Forwarded-For: 2001:db8:${i % 8}::1\r\n`
      socket.write(`GET ${LARGE_ANSWER} HTTP/1.1\r\nHost: x\r\n${from}\r\n`.repeat(10))
      sockets.push(socket)
    }
    await inFlight(proxied, 120 * MIB)
    const { bearer } = await proxied.person()
    assert.equal((await bearer.post('/api/v1/posts', post)).status, 201)
    assert.equal((await bearer.get('/api/v1/me')).status, 200)
    await eventually(isRead)
  })
})

describe('a body that arrives with less than 1 KiB a second', () => {
  it('is 408, whatever its form', { timeout: 60_000 }, async () => {
    const { token } = await server.person()
    const form = { path: '/api/v1/uploads', type: 'multipart/form-data; boundary=b' }
    const kinds: [string, string, Sending?][] = [
      [`Content-Length: ${MIB}`, ' '],
      ['Transfer-Encoding: chunked', '1\r\n \r\n'],
      [`Content-Length: ${MIB}`, '-', form],
      ['Transfer-Encoding: chunked', '1\r\n-\r\n', form],
    ]
    const statuses = kinds.map(async ([length, drip, options]) => {
      const socket = begin(token, length, options)
      const timer = setInterval(() => socket.write(drip), 500)
      const response = await text(socket)
      clearInterval(timer)
      return Number(response.slice(9, 12))
    })
    assert.deepEqual(await Promise.all(statuses), [408, 408, 408, 408])
  })
})

describe('a request', () => {
  const send = async (request: string) => {
    const socket = open()
    socket.write(request)
    const response = await text(socket)
    return { status: Number(response.slice(9, 12)), response }
  }

  it('with two Host headers is 400 on every path', async () => {
    await server.anyone.get('/api/v1/public/categories')
    for (const path of ['/api/v1/public/categories', '/', '/healthz', '/media/x', '/api/v1/me', '/nothing']) {
      for (const second of ['Host: y', 'HOST: x', 'hOsT:']) {
        const { status } = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`)
        assert.equal(status, 400, `${path} ${second}`)
      }
    }
  })

  it('with an invalid Host header is 400, and with any valid one is not', async () => {
    const statusOf = async (host: string) =>
      (await send(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    for (const host of [
      '[',
      'a]b',
      'x:99999',
      'x:y',
      'a b',
      'a/b',
      'a?b',
      'a#b',
      'u@b',
      'a\\b',
      '%zz',
      '[::1',
      '1.2.3.4.5',
    ]) {
      assert.equal(await statusOf(host), 400, host)
    }
    for (const host of ['x', 'X.example', 'x:3000', '127.0.0.1:80', '[::1]', '[::1]:3000', 'a_b', 'x.', '']) {
      assert.equal(await statusOf(host), 200, host)
    }
  })

  it('with TRACE is 405 on every path, with an error body', async () => {
    for (const path of ['/', '/api/v1/posts', '/nothing', '/healthz', '/feed.xml', '/media/x']) {
      const { status, response } = await send(`TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      assert.equal(status, 405, path)
      assert.match(response, /^allow: .*GET/im)
      assert.match(response, /"code":"METHOD_NOT_ALLOWED"/)
    }
  })

  it('with an unsupported method is 501, with an error body', async () => {
    for (const method of ['QUERY', 'PROPFIND', 'LOCK', 'PURGE', 'M-SEARCH', 'SOURCE']) {
      for (const path of ['/', '/api/v1/posts', '/nothing', '/healthz', '/%zz']) {
        const { status, response } = await send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.equal(status, 501, `${method} ${path}`)
        assert.match(response, /"code":"NOT_IMPLEMENTED"/)
      }
    }
    const withBody = 'QUERY /api/v1/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
    assert.equal((await send(withBody)).status, 501)
  })
})

describe('every path', () => {
  it('counts against the request limit, and is 429 beyond it', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_REQUESTS: '30' }, database: server.database })
    try {
      const client = new Client(limited.url)
      const remaining = async () => Number((await client.get('/healthz')).headers.get('ratelimit-remaining'))
      const paths = [
        '/docs',
        '/media/a.png',
        '/assets/a.js',
        '/api/v1/openapi.json',
        '/readyz',
        '/no',
        '/',
        '/feed.xml',
      ]
      for (const path of [...paths, '/%zz', '/api/nothing']) {
        const before = await remaining()
        await client.get(path)
        assert.equal(await remaining(), before - 2, path)
      }
      while ((await client.get('/healthz')).status === 200);
      for (const path of [...paths, '/%zz', '/healthz', '/metrics', '/api/v1/public/categories']) {
        const response = await client.get(path)
        assert.equal(response.status, 429, path)
        assert.ok(Number(response.headers.get('retry-after')) > 0, path)
      }
      assert.equal((await client.send('QUERY', '/')).status, 429)
    } finally {
      await limited.close()
    }
  })
})
