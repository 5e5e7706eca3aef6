import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import { type ClientOptions, ConnectionError, createClient, type ResponseEvent } from '../src/client.ts'
import { failureOf } from './support/failure.ts'
import {
  closesConnection,
  neverResponds,
  responds,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts'

const SECRET = 'a-very-secret-token'
const busy = responds(503, { error: { code: 'UNAVAILABLE', message: 'Not now.', fields: [], request_id: 'r' } })

let server: ScriptedServer
before(async () => {
  server = await startScriptedServer()
})
after(() => server.close())

function client(options: Partial<ClientOptions> = {}) {
  const clock = { now: () => 0, random: () => 0, sleep: async () => {} }
  return createClient({ baseUrl: server.url, clock, ...options })
}
const sent = (name: string) => server.requests.map(({ headers }) => headers[name])

describe('withResponse', () => {
  it('returns the data with status, headers, ETag and request id', async () => {
    server.replyWith(responds(201, { id: '1' }, { etag: '"v1"', 'x-request-id': 'r1', 'ratelimit-remaining': '7' }))
    const { data, response } = await client().posts.create({ title: 'x', content: 'y' }).withResponse()
    assert.deepEqual(data, { id: '1' })
    assert.deepEqual([response.status, response.etag, response.requestId], [201, '"v1"', 'r1'])
    assert.equal(response.headers.get('ratelimit-remaining'), '7')
  })

  it('sends the request once, however often the response is used', async () => {
    server.replyWith(responds(200, { id: '1' }))
    const call = client().me.read()
    assert.deepEqual(await call, { id: '1' })
    assert.deepEqual((await call.withResponse()).data, { id: '1' })
    assert.equal((await call.withResponse()).response.etag, null)
    assert.equal(server.requests.length, 1)
  })

  it('works for calls with a version', async () => {
    server.replyWith(responds(200, { id: '1' }, { etag: '"v1"' }))
    const { data, response } = await client().posts.readVersion('1').withResponse()
    assert.deepEqual([data, response.status], [{ value: { id: '1' }, etag: '"v1"' }, 200])
  })

  it('fails like the call, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    server.replyWith(responds(404), responds(404))
    await assert.rejects(client().me.read().withResponse(), { status: 404 })
    await assert.rejects(client().posts.readVersion('1').withResponse(), { status: 404 })
    // Node reports unhandled rejections before the next turn of the event loop.
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', note)
    assert.deepEqual(unhandled, [])
  })
})

describe('the token', () => {
  it('may be a function, which is called before each attempt', async () => {
    server.replyWith(busy, responds(200), responds(200))
    let count = 0
    const { me } = client({ token: async () => `token-${++count}` })
    await me.read()
    await me.read()
    assert.deepEqual(sent('authorization'), ['Bearer token-1', 'Bearer token-2', 'Bearer token-3'])
  })

  it('is not requested if a header is given instead', async () => {
    server.replyWith()
    const { me } = client({ token: () => assert.fail('asked'), headers: { Authorization: 'Basic x' } })
    await me.read()
    assert.deepEqual(sent('authorization'), ['Basic x'])
  })

  it('fails the call with the same error if it cannot be loaded, and nothing is sent', async () => {
    server.replyWith()
    const failure = new Error('no token today')
    await assert.rejects(client({ token: () => Promise.reject(failure) }).me.read(), failure)
    assert.equal(server.requests.length, 0)
  })

  it('does not prevent a call from being aborted if it never loads', async () => {
    server.replyWith()
    const controller = new AbortController()
    const call = client({ token: () => new Promise(() => {}) }).me.read({ signal: controller.signal })
    controller.abort(new Error('enough'))
    await assert.rejects(call, { message: 'enough' })
  })
})

describe('hooks', () => {
  it('are called before and after each attempt, in this order', async () => {
    server.replyWith(busy, closesConnection, responds(200, { id: '1' }, { 'x-request-id': 'r3' }))
    const log: unknown[] = []
    const { me } = client({
      token: () => {
        log.push('token')
        return SECRET
      },
      onRequest: ({ operation, method, url, attempt }) => void log.push([operation, method, url, attempt]),
      onResponse: ({ attempt, response, error, retryInMs }) =>
        void log.push([attempt, response?.status, response?.requestId, error?.name, retryInMs]),
    })
    await me.read().then(() => log.push('response'))
    const request = (attempt: number) => ['readMe', 'GET', `${server.url}/api/v1/me`, attempt]
    assert.deepEqual(log, [
      request(1),
      'token',
      [1, 503, null, 'ApiError', 250],
      request(2),
      'token',
      [2, undefined, undefined, 'ConnectionError', 500],
      request(3),
      'token',
      [3, 200, 'r3', undefined, null],
      'response',
    ])
  })

  it('can change the headers of an attempt, and do not see the token', async () => {
    server.replyWith(busy, responds(200))
    const seen: (string | null)[] = []
    const { me } = client({
      token: SECRET,
      headers: { 'x-trace': 'client' },
      onRequest: async ({ headers, attempt }) => {
        seen.push(headers.get('authorization'), headers.get('x-trace'))
        headers.set('x-trace', `attempt ${attempt}`)
      },
    })
    await me.read()
    assert.deepEqual(seen, [null, 'client', null, 'client'])
    assert.deepEqual(sent('x-trace'), ['attempt 1', 'attempt 2'])
    assert.deepEqual(sent('authorization'), [`Bearer ${SECRET}`, `Bearer ${SECRET}`])
  })

  it('are also called for the last failure, with its duration', async () => {
    server.replyWith(responds(404))
    const events: ResponseEvent[] = []
    let now = 0
    const clock = { now: () => (now += 10), random: () => 0, sleep: async () => {} }
    await assert.rejects(client({ clock, onResponse: event => void events.push(event) }).me.read(), { status: 404 })
    assert.equal(events.length, 1)
    assert.deepEqual([events[0]?.error?.name, events[0]?.retryInMs], ['ApiError', null])
    assert.ok(events[0]!.durationMs > 0)
  })

  it('that throw end the call with their error', async () => {
    const stop = () => {
      throw new Error('stop')
    }
    server.replyWith(busy, responds(200))
    await assert.rejects(client({ onRequest: stop }).me.read(), { message: 'stop' })
    assert.equal(server.requests.length, 0)
    await assert.rejects(client({ onResponse: stop }).me.read(), { message: 'stop' })
    assert.equal(server.requests.length, 1)
  })

  it('are not called for an attempt that the caller aborts', async () => {
    server.replyWith(neverResponds)
    const controller = new AbortController()
    const onRequest = () => void setImmediate(() => controller.abort(new Error('enough')))
    const { me } = client({ onRequest, onResponse: () => assert.fail('told') })
    await assert.rejects(me.read({ signal: controller.signal }), { message: 'enough' })
  })
})

describe('errors', () => {
  it('name method and URL, and contain no secret', async () => {
    const { posts } = client({ token: SECRET, retries: 0 })
    server.replyWith(responds(404))
    const rejected = await failureOf(posts.delete('1'))
    assert.deepEqual([rejected.method, rejected.url], ['DELETE', `${server.url}/api/v1/posts/1`])
    server.replyWith(closesConnection)
    const lost = await posts.list({ limit: 5 }).catch((error: unknown) => error)
    assert.ok(lost instanceof ConnectionError)
    assert.deepEqual([lost.method, lost.url], ['GET', `${server.url}/api/v1/posts?limit=5`])
    for (const error of [rejected, lost]) assert.ok(!inspect(error, { depth: null }).includes(SECRET))
  })

  it('cannot contain a password of the base URL: such a URL is rejected', () => {
    const create = () => createClient({ baseUrl: 'https://alice:hunter2@galley.example' })
    assert.throws(create, error => error instanceof TypeError && !error.message.includes('hunter2'))
    createClient({ baseUrl: 'https://galley.example/@alice' })
  })

  it('keep a code that this version does not know', async () => {
    const fields = [{ field: 'title', code: 'TOO_LOUD', message: 'Quietly, please.' }]
    server.replyWith(responds(409, { error: { code: 'IN_USE', message: 'Not now.', fields, request_id: 'r' } }))
    const error = await failureOf(client().posts.delete('1'))
    assert.deepEqual([error.code, error.field('title')?.code], ['IN_USE', 'TOO_LOUD'])
  })
})

describe('the user agent', () => {
  it('is the client’s name and version, unless another one is given', async () => {
    const { version } = (await import('../package.json', { with: { type: 'json' } })).default
    server.replyWith()
    await client().me.read()
    await client({ headers: { 'User-Agent': 'my-tool/1' } }).me.read()
    assert.deepEqual(sent('user-agent'), [`galley-client/${version}`, 'my-tool/1'])
  })
})
