import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { assertError, Client } from '../../support/client.ts'
import { startDatabaseProxy } from '../../support/database/database-proxy.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost } from '../../support/posts/posts.ts'
import { cacheHits, PUBLIC, publish, type RawResponse, rawGet } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let paths: string[]
let nowMs: number
before(async () => {
  nowMs = Date.now()
  server = await startTestServer({
    clock: { now: () => new Date(nowMs) },
    env: { ALLOWED_ORIGINS: 'https://app.example.com' },
  })
  alice = await server.person()
  const { id, slug } = await publish(alice.bearer, { content: 'Long enough to be worth compressing. '.repeat(60) })
  await refreshRankings(server.context)
  // The first view of a reader changes the counts, and with them the responses; later views do not count.
  await get(`/posts/${id}`)
  await server.context.views.flush()
  paths = ['/posts', `/posts/${id}`, `/posts/${slug}`, '/ranking', '/categories', `/users/${alice.account.username}`]
})
after(() => server.close())

const get = (path: string, headers = {}) => rawGet(`${server.url}${PUBLIC}${path}`, headers)
/** A request whose response is computed, because the cached ones have expired. */
const getFresh = (path: string, headers = {}) => {
  nowMs += 3000
  return get(path, headers)
}
async function getCached(path: string, headers = {}): Promise<RawResponse> {
  const before = await cacheHits(server)
  const response = await get(path, headers)
  assert.equal(await cacheHits(server), before + 1, 'answered from the cache')
  return response
}

const ask = (path: string, ...headers: string[]) =>
  [`GET ${PUBLIC}${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
/** Sends everything at once on one connection, and returns everything received until the server closes it. */
async function sendPipelined(...requests: string[]): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(requests.join(''))
  return text(socket)
}

const comparable = ({ 'x-request-id': _id, date: _date, ...headers }: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')))

describe('every public response', () => {
  it('has a strong ETag, may be stored, and must be revalidated each time', async () => {
    for (const path of paths) {
      const { status, headers } = await getFresh(path)
      assert.equal(status, 200)
      assert.match(headers['etag']!, /^"[\w-]+"$/)
      assert.equal(headers['cache-control'], 'public, no-cache')
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.match(headers['vary']!, /Accept-Encoding/)
    }
  })

  it('is 304 without a body for a matching ETag, and 200 for another', async () => {
    for (const path of paths) {
      const { headers } = await getFresh(path)
      for (const read of [getFresh, getCached]) {
        const known = await read(path, { 'if-none-match': headers['etag']! })
        assert.deepEqual([known.status, known.body.length], [304, 0])
        assert.equal(known.headers['etag'], headers['etag'])
        assert.equal(known.headers['cache-control'], 'public, no-cache')
        assert.equal((await read(path, { 'if-none-match': '"another"' })).status, 200)
      }
    }
  })

  it('has another ETag after each change', async () => {
    const { id } = await publish(alice.bearer)
    const seen = new Set<string>()
    for (let i = 0; i < 3; i++) {
      await changePost(alice.bearer, id, { title: `T${i}` })
      for (const path of [`/posts/${id}`, '/posts']) seen.add((await get(path)).headers['etag']!)
    }
    assert.equal(seen.size, 6)
  })

  it('has the same headers for HEAD, without the body', async () => {
    for (const path of paths) {
      const { headers } = await getFresh(path)
      const head = await server.anyone.send('HEAD', PUBLIC + path)
      assert.equal(head.status, 200)
      assert.equal(head.body, '')
      assert.ok(head.headers.get('etag')!.startsWith(headers['etag']!.slice(0, -1)))
    }
  })

  it('is not cacheable when it is an error', async () => {
    for (const path of ['/posts/none', '/users/nobody_here', '/posts?limit=0', '/ranking?type=x']) {
      for (const { headers } of [await get(path), await get(path)]) {
        assert.equal(headers['cache-control'], 'no-store')
        assert.equal(headers['etag'], undefined)
      }
    }
  })
})

describe('compressed responses', () => {
  const path = () => paths[1]!
  const settled = (accepts: string, encoding: string) =>
    eventually(async () => {
      const response = await get(path(), { 'accept-encoding': accepts })
      assert.equal(response.headers['content-encoding'], encoding)
      return response
    })

  it('decode to the same bytes, each encoding with its own ETag', async () => {
    const plain = await get(path())
    const br = await settled('gzip, deflate, br', 'br')
    const gzip = await settled('gzip', 'gzip')
    assert.deepEqual(brotliDecompressSync(br.body), plain.body)
    assert.deepEqual(gunzipSync(gzip.body), plain.body)
    assert.equal(new Set([plain, br, gzip].map(response => response.headers['etag'])).size, 3)
    for (const response of [plain, br, gzip]) {
      assert.equal(response.headers['content-length'], String(response.body.length))
      assert.equal((await get(path(), { 'if-none-match': response.headers['etag']! })).status, 304)
    }
    assert.ok(br.body.length < plain.body.length / 2)
  })

  it('are not sent to clients that refuse them', async () => {
    await settled('br', 'br')
    for (const accepts of ['br;q=0', 'identity', '']) {
      const { headers } = await get(path(), { 'accept-encoding': accepts })
      assert.equal(headers['content-encoding'], undefined, accepts)
    }
  })

  it('change with the post', async () => {
    const { id } = await publish(alice.bearer, { content: 'Before '.repeat(300) })
    const read = async () => (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.content as string
    for (let i = 0; i < 5; i++) assert.match(await read(), /^Before/)
    await changePost(alice.bearer, id, { content: 'After '.repeat(300) })
    for (let i = 0; i < 5; i++) assert.match(await read(), /^After/)
  })
})

describe('a response from the cache', () => {
  it('has the status, headers and bytes of a computed one, except for the request id', async () => {
    for (const path of paths) {
      for (const accepts of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': accepts }
        const { etag } = (await getFresh(path)).headers
        for (const more of [{}, { 'if-none-match': etag! }]) {
          await eventually(async () => {
            const cached = await getCached(path, { ...headers, ...more })
            const known = await get(path, { ...headers, ...more, authorization: `Bearer ${alice.token}` })
            assert.equal(cached.status, known.status)
            assert.deepEqual(comparable(cached.headers), comparable(known.headers))
            assert.deepEqual(cached.body, known.body)
            assert.match(cached.headers['x-request-id']!, /^[\w-]{20,}$/)
          })
        }
      }
      assert.deepEqual((await getFresh(path)).body, (await getCached(path)).body)
    }
  })

  it('is used for the same URL only: other parameters get other responses', async () => {
    for (const query of ['', '?limit=1', '?limit=1&offset=1', '?sort=popular', '?category=ai', '?tag=a', '?tag=%61']) {
      const fresh = await getFresh(`/posts${query}`)
      assert.deepEqual((await getCached(`/posts${query}`)).body, fresh.body)
    }
  })

  it('has the request id that the client sent', async () => {
    await getFresh('/categories')
    assert.equal((await getCached('/categories', { 'x-request-id': 'chosen' })).headers['x-request-id'], 'chosen')
  })

  it('is not used for other methods, other origins and logged-in readers', async () => {
    const path = paths[0]!
    await get(path)
    const before = await cacheHits(server)
    const origin = await get(path, { origin: 'https://app.example.com' })
    assert.equal(origin.headers['access-control-allow-origin'], 'https://app.example.com')
    await alice.session.get(PUBLIC + path)
    await alice.bearer.get(PUBLIC + path)
    await server.anyone.send('HEAD', PUBLIC + path)
    assert.equal((await server.anyone.send('POST', PUBLIC + path)).status, 405)
    assert.equal(await cacheHits(server), before)
  })

  it('respects the request limit, with its headers', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_REQUESTS: '4' }, database: server.database })
    try {
      const url = `${limited.url}${PUBLIC}/categories`
      const rateLimitHeaders = ({ headers }: RawResponse) => [
        headers['ratelimit-limit'],
        headers['ratelimit-remaining'],
      ]
      assert.deepEqual(rateLimitHeaders(await rawGet(url)), ['4', '3'])
      for (const left of ['2', '1', '0']) {
        const response = await rawGet(url)
        assert.equal(response.status, 200)
        assert.deepEqual(rateLimitHeaders(response), ['4', left])
        assert.match(response.headers['ratelimit-reset']!, /^\d+$/)
      }
      assert.equal(await cacheHits(limited), 3)
      for (let i = 0; i < 2; i++) {
        const rejected = await new Client(limited.url).get(`${PUBLIC}/categories`)
        assertError(rejected, 429, 'RATE_LIMITED')
        assert.equal(rejected.headers.get('ratelimit-remaining'), '0')
        assert.ok(Number(rejected.headers.get('retry-after')) > 0)
      }
    } finally {
      await limited.close()
    }
  })

  it('is sent in the order of pipelined requests', async () => {
    const known = (await getFresh(paths[0]!)).headers['etag']!
    const [list, categories] = [(await get('/posts')).body, (await get('/categories')).body]
    const before = await cacheHits(server)
    const responded = await sendPipelined(
      ask('/posts'),
      ask('/posts', `If-None-Match: ${known}`),
      ask('/posts/no-such-post'),
      ask('/categories'),
      ask('/categories', 'Connection: close'),
    )
    assert.deepEqual(
      responded.split(/(?=HTTP\/1\.1 )/).map(response => response.split('\r\n', 1)[0]),
      ['200 OK', '304 Not Modified', '404 Not Found', '200 OK', '200 OK'].map(status => `HTTP/1.1 ${status}`),
    )
    const bodies = responded.split(/(?=HTTP\/1\.1 )/).map(response => response.split('\r\n\r\n')[1])
    assert.deepEqual([bodies[0], bodies[1], bodies[3], bodies[4]], [`${list}`, '', `${categories}`, `${categories}`])
    assert.equal(responded.match(/\r\nDate: \w{3}, .* GMT\r\n/g)?.length, 5)
    assert.equal(await cacheHits(server), before + 4)
  })

  it('closes the connection if the client asks for it', async () => {
    await getFresh('/categories')
    const before = await cacheHits(server)
    for (const request of [ask('/categories', 'Connection: close'), ask('/categories').replace('/1.1', '/1.0')]) {
      assert.match(await sendPipelined(request), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nConnection: close\r\n/)
    }
    assert.equal(await cacheHits(server), before + 2)
  })

  it('is counted in the metrics by its route, like any other', async () => {
    const count = async () => {
      const metrics = await server.context.metrics.metrics()
      const labels = 'method="GET",route="/api/v1/public/categories",status="200"'
      return Number(metrics.split(`galley_http_requests_total{${labels}} `)[1]?.split('\n')[0] ?? 0)
    }
    await getFresh('/categories')
    const before = await count()
    await getCached('/categories')
    await eventually(async () => assert.equal(await count(), before + 1))
  })
})

describe('a public read that extends the session', () => {
  it('returns the cookie in a response that no shared cache stores', async () => {
    const bob = await server.person()
    await sql`
      update sessions set expires_at = now() + interval '1 day' where user_id = ${bob.account.id}`.execute(
      server.context.db,
    )
    server.context.bus.deliver({ about: 'everything' })
    const { status, headers } = await bob.session.get(`${PUBLIC}/posts`)
    assert.equal(status, 200)
    assert.equal(headers.getSetCookie().length, 1)
    assert.equal(headers.get('cache-control'), 'private, no-cache')
  })
})

describe('the memory of cached responses', () => {
  it('is limited by CACHE_MEMORY', async () => {
    const small = await startTestServer({ env: { CACHE_MEMORY: '100KiB' }, database: server.database })
    try {
      for (let limit = 1; limit <= 100; limit++) await rawGet(`${small.url}${PUBLIC}/posts?limit=${limit}`)
      const metrics = await small.context.metrics.metrics()
      const bytes = Number(/^galley_cache_bytes (\d+)$/m.exec(metrics)?.[1])
      assert.ok(bytes > 50 * 1024 && bytes <= 100 * 1024, `${bytes} bytes`)
    } finally {
      await small.close()
    }
  })
})

describe('one computation', () => {
  it('serves any number of simultaneous requests', async () => {
    const proxy = await startDatabaseProxy(server.database)
    const other = await startTestServer({ database: proxy.database })
    try {
      proxy.statements.length = 0
      const responses = await Promise.all(
        Array.from({ length: 60 }, () => rawGet(`${other.url}${PUBLIC}/posts?sort=popular`)),
      )
      assert.ok(responses.every(({ status, body }) => status === 200 && body.equals(responses[0]!.body)))
      assert.equal(proxy.statements.filter(statement => /from "listings"/.test(statement)).length, 1)
    } finally {
      await other.close()
      await proxy.cut()
    }
  })
})
