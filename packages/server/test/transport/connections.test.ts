import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
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
/** How many requests the server has begun to handle, read from the rate limit. */
async function handled(): Promise<number> {
  const { headers } = await server.anyone.get('/healthz')
  return LIMIT - Number(headers.get('ratelimit-remaining'))
}

/** Resolves when the server has begun to handle the request. */
const begin = async (token: string, length: number, { url = server.url, from = '' } = {}) => {
  const socket = open(url)
  socket.write(
    `POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n` +
      (from === '' ? '' : `X-Forwarded-For: ${from}\r\n`) +
      `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"title": "`,
  )
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 100 Continue/)
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
    let answers = 0
    socket.setEncoding('latin1').on('data', (chunk: string | Buffer) => {
      answers += String(chunk).split('HTTP/1.1 200').length - 1
    })
    await new Promise(resolve => socket.once('close', resolve))
    assert.ok(answers < 2000, `${answers} answers`)
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
  const answers = (socket: Socket) =>
    new Promise<boolean>(resolve => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
      socket.write(get('/healthz'))
    })

  it('closes further connections of an address until one of its connections has ended', async () => {
    const limited = await startTestServer({ env: { CONNECTIONS_PER_ADDRESS: '3' }, database: server.database })
    const sockets = Array.from({ length: 3 }, () => open(limited.url))
    try {
      assert.deepEqual(await Promise.all(sockets.map(answers)), [true, true, true])
      assert.equal(await answers(open(limited.url)), false)
      sockets[0]?.destroy()
      await eventually(async () => {
        const socket = open(limited.url)
        sockets.push(socket)
        assert.equal(await answers(socket), true)
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
      assert.ok((await Promise.all(sockets.map(answers))).every(Boolean))
    } finally {
      for (const socket of sockets) socket.destroy()
      await proxied.close()
    }
  })
})

describe('large bodies sent at the same time', () => {
  it('are refused with 429 when one address sends more than 64 MiB, until one of them has ended', async () => {
    const { token, bearer } = await server.person()
    const sockets = await Promise.all(Array.from({ length: 8 }, () => begin(token, 8 * 1024 * 1024)))
    try {
      const post = { title: 'T', content: 'x'.repeat(100_000) }
      assertError(await bearer.post('/api/v1/posts', post), 429, 'RATE_LIMITED')
      // A body that exceeds its own limit is still 413, and small bodies are not affected.
      const tooLong = { title: 'T', content: 'x'.repeat(9 * 1024 * 1024) }
      assertError(await bearer.post('/api/v1/posts', tooLong), 413, 'PAYLOAD_TOO_LARGE')
      assert.equal((await bearer.post('/api/v1/posts', { title: 'T', content: 'x' })).status, 201)
      sockets[0]?.destroy()
      await eventually(async () => assert.equal((await bearer.post('/api/v1/posts', post)).status, 201))
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })
})

describe('large answers', () => {
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

describe('large bodies from many addresses', () => {
  it('are refused with 503 when they exceed 256 MiB together', async () => {
    const proxied = await startTestServer({ env: { TRUST_PROXY: 'true' }, database: server.database })
    const { token, bearer } = await proxied.person()
    const sockets: Socket[] = []
    try {
      for (let i = 0; i < 32; i++) {
        sockets.push(await begin(token, 8 * 1024 * 1024, { url: proxied.url, from: `203.0.113.${i}` }))
      }
      const post = { title: 'T', content: 'x'.repeat(100_000) }
      assertError(await bearer.post('/api/v1/posts', post), 503, 'UNAVAILABLE')
      sockets[0]?.destroy()
      await eventually(async () => assert.equal((await bearer.post('/api/v1/posts', post)).status, 201))
    } finally {
      for (const socket of sockets) socket.destroy()
      await proxied.close()
    }
  })
})

describe('a request', () => {
  const send = async (request: string) => {
    const socket = open()
    socket.write(request)
    const answer = await text(socket)
    return { status: Number(answer.slice(9, 12)), answer }
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

  it('with an unsupported method is 501, with an error body', async () => {
    for (const method of ['QUERY', 'TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'M-SEARCH', 'SOURCE']) {
      for (const path of ['/', '/api/v1/posts', '/nothing', '/healthz', '/%zz']) {
        const { status, answer } = await send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
        assert.equal(status, 501, `${method} ${path}`)
        assert.match(answer, /"code":"NOT_IMPLEMENTED"/)
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
        const answer = await client.get(path)
        assert.equal(answer.status, 429, path)
        assert.ok(Number(answer.headers.get('retry-after')) > 0, path)
      }
      assert.equal((await client.send('QUERY', '/')).status, 429)
    } finally {
      await limited.close()
    }
  })
})
