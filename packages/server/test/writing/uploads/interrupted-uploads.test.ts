import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { BOUNDARY, filePart, filesOf, rawUpload, upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let png: Buffer
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  png = await plain('png')
})
after(() => server.close())

const storedFile = (path: string) => readFile(join(server.context.settings.dataDir, 'media', path))

describe('Idempotency-Key', () => {
  it('returns the first image for a repeated upload, and stores no second', async () => {
    const key = { 'idempotency-key': 'upload-1' }
    const first = await upload(alice.bearer, png, 'a.png', key)
    const count = (await filesOf(server)).stored.length
    const second = await upload(alice.bearer, png, 'a.png', key)
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal((await filesOf(server)).stored.length, count)
    assert.ok((await storedFile(first.body.path)).equals(png))
  })

  it('is rejected for another image, and when it is malformed; nothing is stored', async () => {
    const key = { 'idempotency-key': 'upload-2' }
    await upload(alice.bearer, png, 'a.png', key)
    const count = (await filesOf(server)).stored.length
    const other = await upload(alice.bearer, await plain('gif'), 'a.png', key)
    assertError(other, 400, 'VALIDATION_ERROR', { 'Idempotency-Key': 'INVALID_VALUE' })
    const long = await upload(alice.bearer, png, 'a.png', { 'idempotency-key': 'x'.repeat(300) })
    assertError(long, 400, 'VALIDATION_ERROR', { 'Idempotency-Key': 'INVALID_VALUE' })
    assert.equal((await filesOf(server)).stored.length, count)
  })
})

describe('a client that', () => {
  it('disconnects in the middle leaves no file', async () => {
    const socket = rawUpload(server, alice.token, 5_000_000)
    socket.write(Buffer.concat([filePart(png).subarray(0, 90), Buffer.alloc(500_000)]))
    await eventually(async () => assert.equal((await filesOf(server)).incoming.length, 1))
    socket.destroy()
    await eventually(async () => assert.deepEqual((await filesOf(server)).incoming, []))
  })

  it('is still sending when it is rejected can read the response and reuse the connection', async () => {
    const { length } = Buffer.alloc(20 * 1024 * 1024)
    const socket = rawUpload(server, alice.token, length)
    const head = filePart('').subarray(0, -2)
    socket.write(head)
    // Writes everything before it reads, as simple clients do.
    const rest = Buffer.alloc(length - head.length)
    await new Promise(resolve => socket.write(rest, resolve))
    const [response] = await once(socket, 'data')
    assert.match(String(response), /^HTTP\/1\.1 400 /)
    assert.match(String(response), /TOO_LARGE/)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [next] = await once(socket, 'data')
    assert.match(String(next), /^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('never stops sending is disconnected after the response', async () => {
    const socket = rawUpload(server, alice.token, 10 ** 12)
    socket.on('error', () => {})
    const closed = new Promise(resolve => socket.once('close', resolve))
    const [response] = await once(socket, 'data')
    assert.match(String(response), /^HTTP\/1\.1 400 .*TOO_LARGE/s)
    const chunk = Buffer.alloc(1024 * 1024)
    const send = () => socket.writable && socket.write(chunk, error => error ?? send())
    send()
    await closed
  })

  it('sends its bytes one by one is served', async () => {
    const body = Buffer.concat([filePart(png), Buffer.from(`--${BOUNDARY}--\r\n`)])
    const socket = rawUpload(server, alice.token, body.length)
    socket.setNoDelay()
    const response = once(socket, 'data')
    for (const byte of body) await new Promise(resolve => socket.write(Buffer.from([byte]), resolve))
    assert.match(String((await response)[0]), /^HTTP\/1\.1 201 /)
    socket.destroy()
  })
})
