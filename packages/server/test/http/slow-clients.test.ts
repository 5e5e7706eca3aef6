import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const MIB = 1024 * 1024
const LARGE_ANSWER = '/docs/js/scalar.js'
const SMALL_BODY = 64 * 1024

let server: TestServer
let isOver = false
const sockets = new Set<Socket>()
before(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'true' } })
})
after(() => server.close())
afterEach(async () => {
  isOver = true
  for (const socket of sockets) socket.destroy()
  await eventually(async () => assert.equal((await bytesInFlight()) + sockets.size, 0))
  isOver = false
})

/** Sends a request and reads no response. */
function send(request: Buffer): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  socket.pause().write(request)
  return socket
}

/** Connects again whenever the server disconnects. */
function keepSending(request: Buffer): void {
  if (!isOver) send(request).once('close', () => keepSending(request))
}

const bytesInFlight = async () =>
  Number(/^galley_bytes_in_flight (\d+)/m.exec(await server.context.metrics.metrics())?.[1])

const post = (client: Client, characters: number) =>
  client.post('/api/v1/posts', { title: 'T', content: 'x'.repeat(characters) })

describe('slow clients', () => {
  it('that connect again whenever they are disconnected keep nobody from reading', { timeout: 60_000 }, async () => {
    const read = () => fetch(server.url + LARGE_ANSWER, { headers: { 'accept-encoding': 'identity' } })
    const bytes = (await (await read()).arrayBuffer()).byteLength
    for (let i = 0; i < 60; i++) {
      const head = `GET ${LARGE_ANSWER} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8:${i % 3}::1\r\n\r\n`
      keepSending(Buffer.from(head.repeat(10)))
    }
    await eventually(async () => assert.ok((await bytesInFlight()) > 128 * MIB - bytes))
    const statuses = []
    for (const endMs = performance.now() + 3000; performance.now() < endMs; ) {
      const response = await read()
      await response.arrayBuffer()
      statuses.push(response.status)
    }
    assert.deepEqual([...new Set(statuses)], [200], `${statuses.length} responses`)
  })

  it('that send small bodies beside large ones use limited memory, and keep nobody from sending', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => (await server.person()).token))
    const { bearer } = await server.person()
    let clients = 0
    const sendMost = (length: number) => {
      const head =
        `POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8:${clients}::1\r\n` +
        `Authorization: Bearer ${tokens[clients % 3]}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      clients++
      send(Buffer.concat([Buffer.from(head), Buffer.alloc(length - 1, ' ')]))
    }
    for (let i = 0; i < 15; i++) sendMost(8 * MIB)
    await eventually(async () => assert.ok((await bytesInFlight()) >= 15 * (8 * MIB - 1)))
    for (let i = 0; i < 1000; i++) sendMost(SMALL_BODY)
    await eventually(async () => assert.ok((await bytesInFlight()) > 145 * MIB))
    for (let i = 0; i < 20; i++) {
      for (const characters of [10, 100_000]) assert.equal((await post(bearer, characters)).status, 201)
      const bytes = await bytesInFlight()
      assert.ok(bytes <= 160 * MIB, `${bytes} bytes`)
    }
  })
})
