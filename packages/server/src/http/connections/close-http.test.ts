import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { closeHttp } from './close-http.ts'
import { Connections, createHttpServer, type HttpServer } from './connections.ts'

/** No connection is idle for as long as this during a test. */
const LONG_MS = 60_000
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

async function start(body: string): Promise<{ app: FastifyInstance; socket: Socket; text: () => string }> {
  const app = Fastify({
    serverFactory: handler => createHttpServer(handler, new Connections(), { connectionsPerAddress: 0 }),
  })
  app.get('/', async () => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', chunk => {
    received += chunk
  })
  return { app, socket, text: () => received }
}

const stop = (app: FastifyInstance, idleMs: number) => closeHttp(app, { shutdown: new AbortController() }, { idleMs })

async function untilClosed(app: FastifyInstance): Promise<void> {
  while (app.server.listening) await nextIteration()
}

function block(forMs: number): void {
  for (const end = performance.now() + forMs; performance.now() < end; );
}

describe('closing the HTTP server', () => {
  it('answers a request on a connection that was in use, and closes the connection with the response', async () => {
    const { app, socket, text } = await start('hello')
    socket.write(REQUEST)
    await once(socket, 'data')
    const stopped = stop(app, LONG_MS)
    await untilClosed(app)
    socket.write(REQUEST)
    await once(socket, 'close')
    await stopped
    const [first = '', second = ''] = text().split(/(?<=hello)/)
    assert.match(first, /^connection: keep-alive\r$/im)
    assert.match(second, /^HTTP\/1\.1 200 .*^connection: close\r$.*hello$/ims)
  })

  it('keeps connections while other processes of the server still listen', async () => {
    const { app, socket, text } = await start('hello')
    socket.write(REQUEST)
    await once(socket, 'data')
    const others = Promise.withResolvers<void>()
    const stopped = closeHttp(
      app,
      { shutdown: new AbortController() },
      { idleMs: 0, othersClosed: () => others.promise },
    )
    await untilClosed(app)
    socket.write(REQUEST)
    await once(socket, 'data', { signal: AbortSignal.timeout(20_000) })
    others.resolve()
    await once(socket, 'close')
    await stopped
    assert.equal(text().match(/^connection: keep-alive\r$/gim)?.length, 2)
  })

  it('keeps idle connections of an address while it uses others', async () => {
    const idleMs = 1000
    const { app, socket } = await start('hello')
    const server = app.server as HttpServer
    const idle = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(idle, 'connect')
    let received = ''
    idle.on('data', chunk => {
      received += chunk
    })
    const startedMs = performance.now()
    while (performance.now() - startedMs < 2 * idleMs) {
      socket.write(REQUEST)
      await once(socket, 'data')
      server.closeIdleConnections(idleMs)
    }
    assert.equal(idle.closed, false)
    idle.write(REQUEST)
    while (received === '' && !idle.closed) await nextIteration()
    assert.match(received, /^HTTP\/1\.1 200/)
    const stopped = stop(app, 0)
    await Promise.all([once(idle, 'close'), once(socket, 'close'), stopped])
  })

  it('answers requests of connections that are not accepted yet', async () => {
    const { app, socket } = await start('hello')
    await once(socket, 'connect')
    const { port } = app.server.address() as AddressInfo
    const waiting = Array.from({ length: 10 }, () =>
      connect(port, '127.0.0.1', function (this: Socket) {
        this.write(REQUEST)
      }),
    )
    // The system connects them, and the server does not know it yet.
    await new Promise(process.nextTick)
    const stopped = stop(app, 500)
    for (const response of await Promise.all(waiting.map(textOf))) assert.match(response, /^HTTP\/1\.1 200/)
    await stopped
  })

  it('answers a request that arrives on an idle connection during a long iteration of the event loop', async () => {
    const { app, socket, text } = await start('hello')
    socket.write(REQUEST)
    await once(socket, 'data')
    // Longer than it may be idle from now on.
    block(100)
    const stopped = stop(app, 50)
    await untilClosed(app)
    socket.write(REQUEST)
    block(200)
    await once(socket, 'close')
    await stopped
    assert.equal(text().match(/hello/g)?.length, 2)
  })

  it('keeps an idle connection on which a part of a request has arrived', async () => {
    const { app, socket, text } = await start('hello')
    socket.write(REQUEST)
    await once(socket, 'data')
    const idle = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(idle, 'connect')
    await new Promise(resolve => socket.write(REQUEST.slice(0, 10), resolve))
    const stopped = stop(app, 0)
    await once(idle.resume(), 'close')
    socket.write(REQUEST.slice(10))
    await once(socket, 'close')
    await stopped
    assert.equal(text().match(/hello/g)?.length, 2)
  })

  it('closes idle connections, but none whose answer is not sent completely', async () => {
    const length = 20_000_000
    const { app, socket, text } = await start('x'.repeat(length))
    socket.write(REQUEST)
    await once(socket, 'data')
    socket.pause()
    const idle = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(idle, 'connect')
    const stopped = stop(app, 0)
    await once(idle.resume(), 'close')
    socket.resume()
    await once(socket, 'close')
    await stopped
    assert.equal(text().length - text().indexOf('\r\n\r\n') - 4, length)
  })
})
