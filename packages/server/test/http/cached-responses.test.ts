import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { createPost } from '../support/posts/posts.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
const paths: string[] = []
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example', RATE_LIMIT_REQUESTS: '1000' } })
  const { bearer } = await server.person()
  // A text is sent in another way if it is long.
  for (const length of [3, 40_000]) {
    const { id, url } = await createPost(bearer, { content: `${'é'.repeat(length)} 日本`, status: 'published' })
    paths.push(`/api/v1/public/posts/${id}`, new URL(url).pathname)
  }
})
after(() => server.close())

/** Headers that differ between two answers, or that only the first one has. */
const CHANGING = /^(date|x-request-id|server-timing|ratelimit-.*|access-control-.*|vary)$/
/** It is not counted as a view, which would change the response. */
const PREFETCH = { 'sec-purpose': 'prefetch' }

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers: { ...PREFETCH, 'accept-encoding': 'identity', ...headers } })
  const kept = [...answer.headers].filter(([name]) => !CHANGING.test(name))
  return { answer, status: answer.status, kept: Object.fromEntries(kept), text: await answer.text() }
}

async function hits(): Promise<number> {
  const { text } = await read('/metrics')
  return Number(/^galley_cache_hits_total (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Repeats the request until the response comes from the cache: the post may have changed a moment ago. */
const readCached = (path: string, headers?: Record<string, string>) =>
  eventually(async () => {
    const before = await hits()
    const cached = await read(path, headers)
    assert.equal(await hits(), before + 1, `${path} was answered from the cache`)
    return cached
  })

describe('a response from the cache', () => {
  it('has the bytes and headers of the first one', async () => {
    for (const path of paths) {
      const first = await read(path)
      const second = await readCached(path)
      assert.equal(first.status, 200)
      assert.deepEqual(second.kept, first.kept, path)
      assert.equal(second.text, first.text)
      assert.ok(second.text.includes('é 日本'))
      assert.match(second.kept['strict-transport-security'] ?? '', /max-age/)
      assert.equal(Number(second.answer.headers.get('content-length')), Buffer.byteLength(second.text))
      const left = (of: Response) => Number(of.headers.get('ratelimit-remaining'))
      assert.ok(left(second.answer) < left(first.answer))
    }
  })

  it('is empty if the client has it', async () => {
    for (const path of paths) {
      const { 'content-length': _, ...expected } = (await readCached(path)).kept
      const { status, kept, text } = await readCached(path, { 'if-none-match': expected['etag']! })
      assert.deepEqual([status, text], [304, ''])
      assert.deepEqual(kept, expected)
    }
  })

  it('is compressed for clients that accept that', async () => {
    for (const path of paths.slice(2)) {
      const { text } = await readCached(path)
      for (const encoding of ['br', 'gzip']) {
        // The first request starts the compression.
        const { text: same } = await eventually(async () => {
          const compressed = await readCached(path, { 'accept-encoding': encoding })
          assert.equal(compressed.kept['content-encoding'], encoding)
          return compressed
        })
        assert.equal(same, text)
      }
    }
  })

  it('keeps the order of pipelined requests and ends the connection if the client asks for that', async () => {
    const path = paths[0]!
    const { text } = await readCached(path)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    const request = (more: string) =>
      `GET ${path} HTTP/1.1\r\nHost: galley.example\r\nSec-Purpose: prefetch\r\n${more}\r\n`
    socket.write(request('X-Request-Id: one\r\n') + request('X-Request-Id: two\r\nConnection: close\r\n'))
    await once(socket, 'close')
    const received = Buffer.concat(chunks).toString()
    const ids = [...received.matchAll(/^x-request-id: (\w+)\r$/gim)].map(([, id]) => id)
    assert.deepEqual(ids, ['one', 'two'])
    assert.equal(received.split(text).length, 3)
  })
})
