import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '@galley/contract/endpoints'
import { assertError } from '../support/client.ts'
import { createPost, POSTS } from '../support/posts.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const MIB = 1024 * 1024

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

describe('INVALID_JSON', () => {
  const bodies: [string, string | Uint8Array][] = [
    ['incomplete JSON', '{"display_name": "Al'],
    ['text after the end', '{} {}'],
    ['single quotes', "{'display_name': 'Al'}"],
    ['NaN', '{"display_name": NaN}'],
    ['only spaces', '  '],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"display_name":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"display_name":"Al"}', 'utf16le')],
    ['the key __proto__', '{"__proto__": {"admin": true}}'],
    ['a nested key __proto__', '{"id": [{"__proto__": null}]}'],
    ['an escaped key __proto__', '{"\\u005f\\u005fproto__": {}}'],
    ['the keys constructor and prototype', '{"constructor": {"prototype": {}}}'],
  ]
  for (const [what, body] of bodies) {
    it(`is returned for ${what}`, async () => {
      assertError(await patchRaw(body), 400, 'INVALID_JSON', {})
    })
  }
})

/** Posts have the largest body limit. */
const postRaw = (raw: string) => alice.session.send('POST', POSTS, { raw, headers: JSON_TYPE })

describe('hostile bodies get a small response', () => {
  const good = '{"title": "A title", "content": "Some text."'
  const many = (count: number, entry: (i: number) => string) => Array.from({ length: count }, (_, i) => entry(i)).join()
  const bodies: [string, string, number][] = [
    ['a million entries', `[${many(1_000_000, () => '0')}]`, 400],
    ['a million entries in a field', `{"tags": [${many(1_000_000, () => '{}')}]}`, 400],
    ['a million entries in a field that is ignored', `${good}, "id": [${many(1_000_000, () => '0')}]}`, 400],
    ['10,000 entries in a field that is ignored', `${good}, "id": [${many(10_000, () => '0')}]}`, 201],
    ['half a million unknown fields', `{${many(500_000, i => `"${i.toString(36)}_":0`)}}`, 400],
    ['a field name of 7 MB', `{"${'k'.repeat(7_000_000)}": 0}`, 400],
    ['fifty field names of 100 kB', `{${many(50, i => `"${String(i).repeat(60_000)}":0`)}}`, 400],
    ['a million levels of nesting', '['.repeat(1_000_000) + ']'.repeat(1_000_000), 400],
    ['deep nesting in a field', `{"title":${'{"a":'.repeat(500_000)}0${'}'.repeat(500_000)}}`, 400],
    ['nesting in a field that is ignored', `${good}, "author":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['20,000 unknown fields and a wrong one', `{${many(9000, i => `"${i}_":0`)},"title":5,"tags":7}`, 400],
    ['nesting that is not closed', '['.repeat(1_000_000), 400],
    ['a text of 7 MB', `{"title": "${'x'.repeat(7_000_000)}"}`, 400],
  ]
  for (const [what, body, status] of bodies) {
    it(`for ${what}`, async () => {
      const answer = await postRaw(body)
      assert.equal(answer.status, status)
      assert.ok(JSON.stringify(answer.body).length < 20_000)
      assert.ok((answer.body.error?.fields ?? []).length <= 100)
    })
  }
})

describe('nesting', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it('is refused beyond 20 levels in every field of every endpoint, ignored ones included', async () => {
    for (const { method, path, auth, ...endpoint } of Object.values(endpoints)) {
      if (!('body' in endpoint)) continue
      const client = auth === 'none' ? server.anyone : alice.session
      const url = path.replaceAll(/:\w+/g, '00000000-0000-0000-0000-000000000000')
      const names = Object.keys((endpoint.body as { properties: object }).properties)
      const send = (name: string, depth: number) =>
        client.send(method, url, { raw: `{"${name}":${nested(depth)}}`, headers: JSON_TYPE })
      for (const name of [...names, 'unknown']) {
        const { status, body } = await send(name, 20)
        assert.equal(status, 400, `${path} ${name}`)
        assert.match(body.error.message ?? body.error, /nested more than 20 levels deep/)
      }
      assert.ok((await send('id', 19)).status < 500, path)
    }
  })

  it('is not parsed in queries and forms, where brackets are part of a name', async () => {
    const name = `limit${'[x]'.repeat(1000)}`
    assert.equal((await server.anyone.get(`/api/v1/public/posts?${name}=1`)).status, 200)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.anyone.send('POST', '/preferences', { raw: `${name}=1&lang=en`, headers: form })
    assert.equal(answer.status, 303)
  })
})

describe('413', () => {
  it('is returned for a body longer than the endpoint’s limit, and names the limit', async () => {
    const post = await createPost(alice.session, { external_id: 'long' })
    const webhook = '/api/v1/webhooks/00000000-0000-0000-0000-000000000000'
    const limits: [string, string, string, number][] = [
      ['POST', POSTS, '8 MiB', 400],
      ['PATCH', `${POSTS}/${post.id}`, '8 MiB', 200],
      ['PUT', `${POSTS}/by-external-id/long`, '8 MiB', 400],
      ['POST', '/api/v1/preview', '8 MiB', 400],
      ['PATCH', '/api/v1/me', '64 KiB', 200],
      ['POST', '/api/v1/tokens', '64 KiB', 400],
      ['POST', '/api/v1/webhooks', '64 KiB', 400],
      ['PATCH', webhook, '64 KiB', 404],
      ['POST', `${webhook}/redeliver`, '64 KiB', 400],
      ['POST', '/api/v1/session', '64 KiB', 400],
      ['POST', '/api/v1/signup', '64 KiB', 400],
      ['DELETE', '/api/v1/sessions', '64 KiB', 200],
    ]
    for (const [method, path, most, otherwise] of limits) {
      const bytes = most === '8 MiB' ? 8 * MIB : 64 * 1024
      const send = (length: number) =>
        alice.session.send(method, path, { raw: `{"id": "${'x'.repeat(length - 10)}"}`, headers: JSON_TYPE })
      const tooLong = await send(bytes + 1)
      assertError(tooLong, 413, 'PAYLOAD_TOO_LARGE', {})
      assert.match(tooLong.body.error.message, new RegExp(`at most ${most} here`), path)
      assert.equal((await send(bytes)).status, otherwise, path)
    }
  })

  it('reaches a client that reads only after it has sent everything', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = net.connect(Number(port), hostname)
    const head = `PATCH /api/v1/me HTTP/1.1\r\nHost: x\r\nCookie: ${alice.session.cookie}\r\nContent-Type: application/json\r\n`
    socket.write(`${head}Content-Length: ${20 * MIB}\r\n\r\n`)
    for (let sent = 0; sent < 20; sent++) {
      await new Promise<void>((resolve, reject) => {
        socket.write(Buffer.alloc(MIB, ' '), error => (error ? reject(error) : resolve()))
      })
    }
    const [answer] = await once(socket.setEncoding('utf8'), 'data')
    socket.destroy()
    assert.match(answer, /^HTTP\/1\.1 413 /)
  })

  it('is returned for a body without Content-Length as soon as it is too large', async () => {
    const chunk = new Uint8Array(MIB).fill(0x20)
    // Far more than the socket buffers, so that the response arrives before everything is sent.
    let left = 1000
    const endless = new ReadableStream({
      pull: controller => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    })
    const response = await fetch(`${server.url}/api/v1/me`, {
      method: 'PATCH',
      headers: { ...JSON_TYPE, cookie: alice.session.cookie! },
      body: endless,
      duplex: 'half',
    }).catch(() => undefined)
    // The response arrives while the client is still sending; a client that does not read meanwhile sees only the
    // closed connection.
    if (response !== undefined) assert.equal(response.status, 413)
    assert.ok(left > 0, 'the whole body was read')
  })
})

describe('415', () => {
  it('is returned for every content type but JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', ';']) {
      assertError(await patchRaw('{}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE', {})
    }
  })

  it('is not returned for parameters or capitals in the type', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      assert.equal((await patchRaw('{}', { 'content-type': type })).status, 200)
    }
  })
})
