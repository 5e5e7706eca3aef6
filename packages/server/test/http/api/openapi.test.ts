import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { Validator } from '@seriousme/openapi-schema-validator'
import { newId } from '../../../src/platform/core/ids.ts'
import { type Answer, assertError } from '../../support/client.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let answer: Answer
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example' } })
  answer = await server.anyone.get('/api/v1/openapi.json')
})
after(() => server.close())

interface Operation {
  operationId: string
  deprecated?: boolean
  security: object[]
  requestBody?: { required: boolean; description?: string; content: object }
  responses: Record<string, object>
}
const operations = () =>
  Object.entries(answer.body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )

describe('GET /api/v1/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document of this installation', async () => {
    assert.equal(answer.status, 200)
    assert.equal(answer.body.openapi, '3.1.0')
    assert.deepEqual(answer.body.servers, [{ url: 'https://galley.example' }])
    const { valid, errors } = await new Validator().validate(structuredClone(answer.body))
    assert.ok(valid, JSON.stringify(errors))
  })

  it('describes the endpoints of the contract, and all of them are served', async () => {
    for (const [name, { method, path }] of Object.entries(endpoints) as [string, Endpoint][]) {
      const sample = path.replaceAll(/:\w+/g, 'x')
      const answer = await fetch(server.url + sample, { method })
      const isMissing = answer.status === 405 || (await answer.text()).includes('There is nothing at')
      assert.ok(!isMissing, `${name} has no route: bind it in *-routes.ts, which http/api/feature-routes.ts calls`)
      // The client checks that the document has the response.
      await server.anyone.send(method, sample)
    }
    const described = operations().map(operation => operation.operationId)
    assert.deepEqual(described.sort(), Object.keys(endpoints).sort())
  })

  it('documents authentication, errors and deprecation of each endpoint', () => {
    for (const { operationId, path, method, security, responses, deprecated } of operations()) {
      const { auth, status = 200, ...endpoint } = endpoints[operationId as keyof typeof endpoints] as Endpoint
      assert.equal(path, endpoint.path.replaceAll(/:(\w+)/g, '{$1}'))
      assert.equal(method, endpoint.method)
      const schemes = { none: [], session: ['session'], 'session-or-token': ['bearer', 'session'] }[auth]
      assert.deepEqual([...new Set(security.flatMap(Object.keys))], schemes)
      assert.ok(responses[status], operationId)
      if (endpoint.createsOrUpdates) assert.ok(responses['201'], operationId)
      for (const failure of ['429', '500', '503']) assert.ok(responses[failure], operationId)
      if (auth !== 'none') for (const failure of ['401', '403']) assert.ok(responses[failure], operationId)
      assert.equal(deprecated ?? false, endpoint.deprecated ?? false)
    }
  })

  it('marks a body as required exactly where the endpoint requires one', async () => {
    const { session } = await server.person({ role: 'admin' })
    for (const { operationId, method, path, security, requestBody } of operations()) {
      const isJson = requestBody && 'application/json' in requestBody.content
      if (!isJson) continue
      const client = security.length === 0 ? server.anyone : session
      const { status } = await client.send(method, path.replaceAll(/\{\w+\}/g, newId()))
      assert.equal(requestBody.required, status === 400, `${operationId} without a body: ${status}`)
    }
  })

  it('documents the maximum length of each JSON body', () => {
    const described = operations().map(({ operationId, requestBody }) => [operationId, requestBody?.description])
    const descriptions = Object.fromEntries(described)
    for (const name of ['createPost', 'changePost', 'putPostByExternalId', 'previewMarkdown']) {
      assert.match(descriptions[name], /8 MiB/, name)
    }
    for (const name of ['changeMe', 'signUp', 'issueToken', 'registerWebhook', 'addComment']) {
      assert.match(descriptions[name], /64 KiB/, name)
    }
  })

  it('contains every schema that it refers to', () => {
    const names = [...JSON.stringify(answer.body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )
    assert.ok(names.includes('Error') && names.includes('OlderError') && names.includes('Me'))
    for (const name of names) assert.ok(answer.body.components.schemas[name!], name)
  })
})

describe('GET /docs', () => {
  it('loads its script from this server and may connect to no other', async () => {
    for (const path of ['/docs', '/docs/', '/docs?theme=dark']) {
      const { status, headers, body } = await server.anyone.get(path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^text\/html/)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /(^|; )connect-src 'self'(;|$)/)
      assert.match(policy, /(^|; )default-src 'self'(;|$)/)
      assert.doesNotMatch(policy, /https?:|\*/)
      assert.match(body, /\/api\/v1\/openapi\.json/)
      assert.doesNotMatch(body, /(https?:)?\/\/[a-z0-9-]+\.[a-z]/i)
      const scripts = [...body.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, source]) => source)
      assert.equal(scripts.length, 1)
      const script = await server.anyone.get(new URL(scripts[0], `${server.url}${path}`).pathname)
      assert.equal(script.status, 200)
      assert.match(script.headers.get('content-type') ?? '', /javascript/)
    }
  })

  it('and the document that it shows are sent compressed, and only once to a client', async () => {
    for (const [path, most] of Object.entries({ '/docs/js/scalar.js': 1_500_000, '/api/v1/openapi.json': 100_000 })) {
      const first = await server.anyone.get(path, { headers: { 'accept-encoding': 'br, gzip' } })
      assert.equal(first.headers.get('content-encoding'), 'br', path)
      assert.ok(Number(first.headers.get('content-length')) < most, `${path}: ${first.headers.get('content-length')}`)
      const known = await server.anyone.get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      assert.equal(known.status, 304, path)
    }
  })

  it('has no other pages below it', async () => {
    for (const path of ['/docs/nothing', '/docs/js/nothing.js', '/docs/..%2fpackage.json']) {
      assertError(await server.anyone.get(path), 404, 'NOT_FOUND')
    }
  })
})

describe('the documented headers', () => {
  const NAMES = ['etag', 'idempotency-replayed', 'retry-after', 'www-authenticate', 'deprecation', 'link']
  let limited: TestServer
  before(async () => {
    limited = await startTestServer({ env: { RATE_LIMIT_REQUESTS: '1000', RATE_LIMIT_PINGS: '1' } })
  })
  after(() => limited.close())

  /** Compares a response with the document. A header that does not come with every response may be missing. */
  function assertDocumented(operationId: string, { status, headers }: Answer, missing: readonly string[] = []) {
    const operation = operations().find(operation => operation.operationId === operationId)
    const response = operation?.responses[status] as { headers?: object } | undefined
    const documented = Object.keys(response?.headers ?? {}).map(name => name.toLowerCase())
    const about = `${operationId} ${status}`
    for (const name of documented) assert.equal(headers.has(name), !missing.includes(name), `${about} ${name}`)
    for (const name of NAMES) if (headers.has(name)) assert.ok(documented.includes(name), `${about} ${name}`)
  }

  it('are those of the responses', async () => {
    const { bearer, session } = await limited.person()
    const post = { title: 'T', content: '' }
    const options = { headers: { 'idempotency-key': 'a' } }
    const created = await bearer.post('/api/v1/posts', post, options)
    assertDocumented('createPost', created, ['idempotency-replayed'])
    assertDocumented('createPost', await bearer.post('/api/v1/posts', post, options))
    const path = `/api/v1/posts/${created.body.id}`
    const external = '/api/v1/posts/by-external-id/a'
    assertDocumented('readPost', await bearer.get(path))
    assertDocumented('changePost', await bearer.patch(path, { status: 'published' }))
    assertDocumented('savePendingRevision', await bearer.put(`${path}/pending-revision`, { title: 'U' }))
    assertDocumented('removeThumbnail', await bearer.delete(`${path}/thumbnail`))
    assertDocumented('putPostByExternalId', await bearer.put(external, post))
    assertDocumented('putPostByExternalId', await bearer.put(external, post))
    assertDocumented('readPostByExternalId', await bearer.get(external))
    assertDocumented('deletePostByExternalId', await bearer.delete(external))
    assertDocumented('listPosts', await bearer.get('/api/v1/posts'))
    const listed = await limited.anyone.get('/api/v1/public/posts')
    assertDocumented('listPublicPosts', listed)
    const known = { headers: { 'if-none-match': listed.headers.get('etag') ?? '' } }
    assertDocumented('listPublicPosts', await limited.anyone.get('/api/v1/public/posts', known))
    assertDocumented('deletePost', await bearer.delete(path))
    assertDocumented('restorePost', await bearer.post(`/api/v1/trash/${created.body.id}/restore`))
    assertDocumented('issueDefaultToken', await session.post('/api/v1/token'))
  })

  it('are those of refusals', async () => {
    const { bearer } = await limited.person()
    assertDocumented('readMe', await limited.anyone.get('/api/v1/me'))
    const ping = () => bearer.post(`/api/v1/webhooks/${newId()}/test`)
    assertDocumented('testWebhook', await ping())
    const rejected = await ping()
    assert.equal(rejected.status, 429)
    assertDocumented('testWebhook', rejected)
  })
})
