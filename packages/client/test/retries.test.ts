import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ApiError } from '../src/api-error.ts'
import { delayBeforeRetry } from '../src/calls/retry.ts'
import { type Client, type ClientOptions, ConnectionError, createClient } from '../src/client.ts'
import { systemClock } from '../src/clock.ts'
import {
  closesConnection,
  closesMidResponse,
  neverResponds,
  responds,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts'

const NOW = Date.UTC(2026, 4, 1)
const POST = { title: 'Once', content: 'Text.' }
const busy = responds(503, { error: { code: 'UNAVAILABLE', message: 'Not now.', fields: [], request_id: 'r' } })

let server: ScriptedServer
let slept: number[]
before(async () => {
  server = await startScriptedServer()
})
after(() => server.close())

/** A client that records its delays instead of waiting. */
function client(options: Partial<ClientOptions> = {}) {
  slept = []
  const sleep = async (ms: number) => void slept.push(ms)
  return createClient({ baseUrl: server.url, clock: { now: () => NOW, random: () => 0, sleep }, ...options })
}

const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

describe('a read', () => {
  it('is repeated after 503, each time later, until it succeeds', async () => {
    server.replyWith(busy, busy, responds(200, { id: '1' }))
    assert.deepEqual(await client().me.read(), { id: '1' })
    assert.equal(server.requests.length, 3)
    assert.deepEqual(slept, [250, 500])
  })

  it('fails with the last response when none succeeds', async () => {
    server.replyWith(busy, busy, busy, busy)
    await assert.rejects(client().me.read(), { name: 'ApiError', status: 503, code: 'UNAVAILABLE' })
    assert.equal(server.requests.length, 3)
  })

  it('is repeated when the connection breaks, before the response or within it', async () => {
    server.replyWith(closesConnection, closesMidResponse, responds(200, { posts: [], total: 0 }))
    assert.deepEqual(await client().posts.list(), { posts: [], total: 0 })
    assert.equal(server.requests.length, 3)
  })

  it('is repeated after a timeout', async () => {
    server.replyWith(neverResponds, ...Array(50).fill(responds(200, { id: '1' })))
    // However slow this machine is, one of the later attempts is fast enough.
    assert.deepEqual(await client({ timeoutMs: 200, retries: 50 }).me.read(), { id: '1' })
    assert.ok(server.requests.length > 1)
  })

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    server.replyWith(responds(429, {}, { 'retry-after': '7' }), responds(200))
    await client().me.read()
    assert.deepEqual(slept, [7_250])
    server.replyWith(responds(503, {}, { 'retry-after': new Date(NOW + 20_000).toUTCString() }), responds(200))
    await client().me.read()
    assert.deepEqual(slept, [20_250])
  })

  it('does not wait longer than a minute: the error has the requested time', async () => {
    server.replyWith(responds(429, {}, { 'retry-after': '3600' }))
    await assert.rejects(client().me.read(), { status: 429, retryAfterMs: 3_600_000 })
    assert.deepEqual(slept, [])
  })

  it('waits as long as `maxRetryAfterMs` allows', async () => {
    server.replyWith(responds(429, {}, { 'retry-after': '6' }))
    await assert.rejects(client({ maxRetryAfterMs: 5_000 }).me.read(), { status: 429, retryAfterMs: 6_000 })
    server.replyWith(responds(429, {}, { 'retry-after': '90' }), responds(200))
    await client({ maxRetryAfterMs: 90_000 }).me.read()
    assert.deepEqual(slept, [90_250])
  })

  it('is not repeated after a response that will not change', async () => {
    for (const status of [400, 401, 403, 404, 410, 412, 501]) {
      server.replyWith(responds(status), responds(200))
      await assert.rejects(client().me.read(), { status })
      assert.equal(server.requests.length, 1)
    }
  })

  it('is not repeated with `retries: 0`', async () => {
    server.replyWith(busy, responds(200))
    await assert.rejects(client({ retries: 0 }).me.read(), { status: 503 })
    assert.equal(server.requests.length, 1)
  })
})

describe('a write', () => {
  it('that the server can recognise is repeated with the same key', async () => {
    server.replyWith(busy, closesConnection, responds(201, { id: '1' }))
    await client().posts.create(POST)
    const [first, ...others] = keys()
    assert.match(String(first), /^[0-9a-f]{32}$/)
    assert.deepEqual(others, [first, first])
    assert.deepEqual(new Set(server.requests.map(({ body }) => body)), new Set([JSON.stringify(POST)]))
  })

  it('has another key each time it is called, unless the caller gives one', async () => {
    server.replyWith()
    const { posts } = client()
    await posts.create(POST)
    await posts.create(POST)
    await posts.create(POST, { idempotencyKey: 'mine' })
    assert.equal(new Set(keys()).size, 3)
    assert.equal(keys()[2], 'mine')
  })

  it('with a file sends the whole file again', async () => {
    server.replyWith(busy, responds(201, { url: 'u' }))
    await client().uploads.create(new Blob(['all of it']), { onProgress: () => {} })
    assert.equal(server.requests.length, 2)
    for (const { body } of server.requests) assert.match(body, /all of it/)
  })

  it('ends with the error of the callback for its progress, and is not repeated', async () => {
    const failure = new Error('of the callback')
    const onProgress = () => {
      throw failure
    }
    for (const bytes of [9, 9e6]) {
      server.replyWith()
      const { uploads } = client()
      const error = await uploads.create(new Blob([new Uint8Array(bytes)]), { onProgress }).catch(error => error)
      assert.equal(error, failure)
      assert.deepEqual([slept, server.requests], [[], []], 'never sent as a whole')
    }
    const ignoresSignals = client({ fetch: async (url, { signal, ...init }) => fetch(url, init) })
    server.replyWith()
    assert.equal(await ignoresSignals.uploads.create(new Blob(['x']), { onProgress }).catch(error => error), failure)
  })

  it('by PUT or DELETE is repeated, because it has the same effect twice', async () => {
    const { posts, reader, tokens, webhooks } = client()
    const writes = [
      () => posts.putByExternalId('1', POST),
      () => posts.delete('1'),
      () => posts.removeThumbnail('1'),
      () => reader.like('1'),
      () => reader.unfollow('alice'),
      () => tokens.revoke('1'),
      () => webhooks.delete('1'),
    ]
    for (const write of writes) {
      server.replyWith(busy, closesConnection, responds(200))
      await write()
      assert.equal(server.requests.length, 3)
    }
  })

  it('with ifMatch or ifNoneMatch is not repeated: the response would be 412 for a change that was made', async () => {
    const { posts } = client()
    const ifMatch = '"1"'
    const writes = [
      () => posts.putByExternalId('1', POST, { ifMatch }),
      () => posts.putByExternalId('1', POST, { ifNoneMatch: '*' }),
      () => posts.delete('1', { ifMatch }),
    ]
    for (const write of writes) {
      server.replyWith(closesConnection, responds(200))
      await assert.rejects(write(), ConnectionError)
      assert.equal(server.requests.length, 1)
    }
  })

  /** Calls that are not safe to repeat. */
  const notRepeatable = ({ posts, reader, session, webhooks }: Client) => [
    () => posts.change('1', {}),
    () => posts.setThumbnail('1', new Blob(['x'])),
    () => reader.comment('1', { content: 'x' }),
    () => session.logIn({ login: 'a', password: 'b' }),
    () => webhooks.rotateSecret('1'),
    // The server ignores the key here, so it does not make the call safe.
    () => posts.change('1', {}, { idempotencyKey: 'k' } as object),
  ]

  it('of any other kind is not repeated when it may have been processed', async () => {
    for (const write of notRepeatable(client())) {
      server.replyWith(busy, responds(200))
      await assert.rejects(write(), { status: 503 })
      server.replyWith(responds(503, {}, { 'retry-after': '1' }), responds(200))
      await assert.rejects(write(), { status: 503 })
      server.replyWith(closesConnection, responds(200))
      await assert.rejects(write(), ConnectionError)
      assert.equal(server.requests.length, 1)
    }
  })

  it('of any kind is repeated after 429 with Retry-After, as often and as long as a read', async () => {
    const limited = responds(429, {}, { 'retry-after': '2' })
    for (const write of notRepeatable(client())) {
      slept = []
      server.replyWith(limited, limited, responds(200))
      await write()
      assert.deepEqual(slept, [2_250, 2_500])
      server.replyWith(limited, limited, limited, responds(200))
      await assert.rejects(write(), { status: 429 })
      assert.equal(server.requests.length, 3)
      server.replyWith(responds(429, {}, { 'retry-after': '61' }), responds(200))
      await assert.rejects(write(), { status: 429, retryAfterMs: 61_000 })
      assert.equal(server.requests.length, 1)
      server.replyWith(responds(429), responds(200))
      await assert.rejects(write(), { status: 429 })
      assert.equal(server.requests.length, 1)
    }
  })
})

describe('waiting for the next attempt', () => {
  it('ends at once when the caller gives up', async () => {
    server.replyWith(busy, busy, busy)
    const controller = new AbortController()
    const clock = {
      ...systemClock,
      sleep: (_ms: number, signal: AbortSignal | undefined) => {
        const sleep = systemClock.sleep(3_600_000, signal)
        controller.abort(new Error('enough'))
        return sleep
      },
    }
    await assert.rejects(client({ clock }).me.read({ signal: controller.signal }), { message: 'enough' })
    assert.equal(server.requests.length, 1)
  })

  const POLICY = { retries: 9, maxRetryAfterMs: 60_000, isRepeatable: true, random: () => 0 }
  const REQUEST = { method: 'GET', url: '/' }

  it('grows to at most eight seconds, half of which is random', () => {
    const failure = new ConnectionError({ ...REQUEST, reason: 'no', cause: undefined, timedOut: false })
    const delays = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7].map(attempt => delayBeforeRetry(failure, attempt, { ...POLICY, random: () => random }))
    assert.deepEqual(delays(0), [250, 500, 1000, 2000, 4000, 4000, 4000])
    assert.deepEqual(delays(1), [500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it('only happens after failures of the server or the connection', () => {
    assert.equal(delayBeforeRetry(new TypeError('a bug'), 1, POLICY), null)
    assert.equal(delayBeforeRetry(new DOMException('stop', 'AbortError'), 1, POLICY), null)
    const failure = { ...REQUEST, message: '', fields: [], requestId: null, retryAfterMs: null }
    const error = (status: number) => new ApiError({ ...failure, status, code: `HTTP_${status}` })
    const temporary = Array.from({ length: 400 }, (_, i) => 200 + i).filter(
      status => delayBeforeRetry(error(status), 1, POLICY) !== null,
    )
    assert.deepEqual(temporary, [408, 429, 500, 502, 503, 504])
  })
})
