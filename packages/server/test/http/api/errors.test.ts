import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }

const patchRaw = (raw: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  alice.session.send('PATCH', '/api/v1/me', { raw, headers })

describe('VALIDATION_ERROR', () => {
  it('names every required field if there is no body, with a content type and without', async () => {
    const fields = { name: 'REQUIRED' }
    const send = (headers: Record<string, string>) => alice.session.send('POST', '/api/v1/tokens', { raw: '', headers })
    assertError(await send(JSON_TYPE), 400, 'VALIDATION_ERROR', fields)
    assertError(await alice.session.post('/api/v1/tokens'), 400, 'VALIDATION_ERROR', fields)
  })

  it('names the field `body` if the body is not an object', async () => {
    for (const body of ['[]', 'null', '"text"', '5', 'true']) {
      assertError(await patchRaw(body), 400, 'VALIDATION_ERROR', { body: 'INVALID_TYPE' })
    }
  })

  it('never converts one type to another', async () => {
    assertError(await patchRaw('{"display_name": 5, "bio": true}'), 400, 'VALIDATION_ERROR', {
      display_name: 'INVALID_TYPE',
      bio: 'INVALID_TYPE',
    })
  })

  it('names the field that contains a NUL or a lone surrogate', async () => {
    const bodies: [string, Record<string, string>][] = [
      ['{"display_name": "a\\u0000b"}', { display_name: 'INVALID_VALUE' }],
      ['{"display_name": "\\ud83d", "bio": "\\udc00"}', { display_name: 'INVALID_VALUE', bio: 'INVALID_VALUE' }],
      ['{"bio": "\\udc00\\ud83d", "nickname": 1}', { bio: 'INVALID_VALUE', nickname: 'UNKNOWN_FIELD' }],
    ]
    for (const [body, fields] of bodies) assertError(await patchRaw(body), 400, 'VALIDATION_ERROR', fields)
    const login = { login: 'a\0', password: 'b\0' }
    assertError(await server.anyone.post('/api/v1/session', login), 400, 'VALIDATION_ERROR', {
      login: 'INVALID_VALUE',
      password: 'INVALID_VALUE',
    })
  })

  it('counts code points, not bytes or UTF-16 units', async () => {
    assert.equal((await alice.session.patch('/api/v1/me', { display_name: '👩'.repeat(50) })).status, 200)
    assertError(await alice.session.patch('/api/v1/me', { display_name: '👩'.repeat(51) }), 400, 'VALIDATION_ERROR', {
      display_name: 'TOO_LONG',
    })
  })
})

describe('404', () => {
  it('is returned for unknown paths, with any method', async () => {
    for (const path of ['/api', '/api/v1', '/api/v1/nothing', '/api/v2/me', '/api/v1/me/', '/media/none']) {
      assertError(await alice.session.get(path), 404, 'NOT_FOUND', {})
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assertError(await alice.session.send(method, '/api/v1/nothing'), 404, 'NOT_FOUND', {})
    }
  })

  it('does not repeat the query, which may contain a secret', async () => {
    const response = await server.anyone.get('/api/v1/nothing?token=zyxwv')
    assert.ok(!JSON.stringify(response.body).includes('zyxwv'))
  })
})

describe('the request id', () => {
  const idOf = async (sent?: string) => {
    const response = await server.anyone.get(
      '/api/v1/me',
      sent === undefined ? {} : { headers: { 'x-request-id': sent } },
    )
    assertError(response, 401, 'UNAUTHORIZED')
    return response.body.error.request_id
  }

  it('is taken from the request if valid, else generated for each request', async () => {
    for (const sent of ['a', 'trace-1.2:3_X', 'x'.repeat(128)]) assert.equal(await idOf(sent), sent)
    assert.notEqual(await idOf(), await idOf())
  })

  it('is replaced if it contains characters that are unsafe in logs or headers', async () => {
    for (const sent of ['', ' ', 'a b', 'x'.repeat(129), '<script>', '"', 'é', '{"level":"fatal"}']) {
      assert.match(await idOf(sent), /^[0-9a-f-]{36}$/)
    }
  })

  it('is on successful responses too', async () => {
    const response = await alice.session.get('/api/v1/me', { headers: { 'x-request-id': 'mine' } })
    assert.equal(response.headers.get('x-request-id'), 'mine')
  })
})

describe('405', () => {
  const paths: [string, string, string][] = [
    ['DELETE', '/api/v1/me', 'GET, HEAD, PATCH'],
    ['PUT', '/api/v1/posts', 'GET, HEAD, POST'],
    ['POST', '/api/v1/posts/some-id', 'DELETE, GET, HEAD, PATCH'],
    ['PATCH', '/api/v1/device/token', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/media/posts/some/image.png', 'GET, HEAD'],
    ['PUT', '/docs', 'GET, HEAD'],
    ['PUT', '/mcp', 'DELETE, GET, OPTIONS, POST'],
    ['PUT', '/oauth/token', 'OPTIONS, POST'],
    ['PUT', '/.well-known/oauth-authorization-server', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/@somebody', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of paths) {
    it(`is returned for ${method} ${path}, with the allowed methods`, async () => {
      const response = await server.anyone.send(method, path)
      assert.deepEqual([response.status, response.headers.get('allow')], [405, allow])
      if (!path.startsWith('/@')) assertError(response, 405, 'METHOD_NOT_ALLOWED', {})
    })
  }
})
