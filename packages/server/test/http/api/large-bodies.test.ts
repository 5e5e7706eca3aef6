import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

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
