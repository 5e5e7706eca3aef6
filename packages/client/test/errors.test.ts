import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Client, ConnectionError, createClient } from '../src/client.ts'
import { failureOf } from './support/failure.ts'
import {
  closesMidResponse,
  neverResponds,
  responds,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts'

describe('a failed call', () => {
  let server: ScriptedServer
  let client: Client
  before(async () => {
    server = await startScriptedServer()
    client = createClient({ baseUrl: server.url, retries: 0 })
  })
  after(() => server.close())

  it('throws an ApiError that explains it after the page of a proxy', async () => {
    server.replyWith(responds(502, '<h1>Bad Gateway</h1>', { 'retry-after': '3' }))
    const error = await failureOf(client.me.read())
    assert.deepEqual([error.status, error.code, error.retryAfterMs], [502, 'HTTP_502', 3000])
    assert.match(error.message, /502.*text\/html.*baseUrl/)
  })

  it('throws an ApiError after a page with status 200', async () => {
    server.replyWith(responds(200, '<h1>Log in to the network</h1>'))
    assert.equal((await failureOf(client.me.read())).code, 'HTTP_200')
  })

  it('throws an ApiError after JSON in another format', async () => {
    for (const body of [null, [], 7, { error: null }, { error: { message: 'x' } }, { message: 'x' }]) {
      server.replyWith(responds(500, body))
      assert.equal((await failureOf(client.me.read())).code, 'HTTP_500')
    }
  })

  it('does not follow a redirect: a POST would become a GET, and the token would be sent elsewhere', async () => {
    server.replyWith(responds(301, '', { location: `${server.url}/elsewhere` }))
    const error = await failureOf(client.posts.create({ title: 'x', content: 'y' }))
    assert.match(error.message, /redirected \(301\) to .*elsewhere/)
    assert.equal(server.requests.length, 1)
  })

  it('throws a ConnectionError with its cause if the port is closed', async () => {
    const closed = await startScriptedServer()
    await closed.close()
    await assert.rejects(createClient({ baseUrl: closed.url, retries: 0 }).me.read(), (error: unknown) => {
      assert.ok(error instanceof ConnectionError && !error.timedOut)
      assert.match(error.message, /GET .*\/api\/v1\/me: .*ECONNREFUSED/)
      assert.ok(error.cause)
      return true
    })
  })

  it('throws a ConnectionError if the response is incomplete', async () => {
    server.replyWith(closesMidResponse)
    await assert.rejects(client.posts.list(), ConnectionError)
  })

  it('throws a ConnectionError with the waiting time if there is no response', async () => {
    server.replyWith(neverResponds)
    await assert.rejects(client.me.read({ timeoutMs: 50 }), {
      name: 'ConnectionError',
      timedOut: true,
      message: /50 ms/,
    })
  })

  it('throws the caller’s reason if the caller aborts it', async () => {
    const controller = new AbortController()
    server.replyWith(() => controller.abort(new Error('changed my mind')))
    await assert.rejects(client.me.read({ signal: controller.signal }), { message: 'changed my mind' })
    server.replyWith()
    await assert.rejects(client.me.read({ signal: controller.signal }), { message: 'changed my mind' })
    assert.equal(server.requests.length, 0)
  })

  it('with invalid path parameters throws before anything is sent', async () => {
    server.replyWith()
    for (const id of ['', '.', '..', undefined as never]) {
      await assert.rejects(async () => client.posts.delete(id), TypeError)
    }
    assert.equal(server.requests.length, 0)
  })
})

describe('headers', () => {
  it('of a call override those of the client, ignoring case', async () => {
    const server = await startScriptedServer()
    const client = createClient({ baseUrl: `${server.url}/`, token: 't', headers: { 'X-Trace': 'a', 'X-Other': 'b' } })
    await client.me.read({ headers: { 'x-trace': 'c' } })
    const [{ headers, path }] = server.requests as [(typeof server.requests)[number]]
    await server.close()
    assert.equal(path, '/api/v1/me')
    assert.deepEqual([headers['x-trace'], headers['x-other']], ['c', 'b'])
    assert.deepEqual([headers.authorization, headers.accept], ['Bearer t', 'application/json'])
  })
})
