import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, it } from 'node:test'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import pino from 'pino'
import { registerErrorResponses } from './error-responses.ts'

let app: FastifyInstance
let log: string
beforeEach(() => {
  log = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += chunk
      done()
    },
  })
  app = Fastify({ loggerInstance: pino({ level: 'warn' }, stream) as FastifyBaseLogger })
  registerErrorResponses(app)
})
afterEach(() => app.close())

describe('an unexpected error', () => {
  it('is logged with the request id, and the response contains only that id', async () => {
    app.get('/', async () => {
      throw new Error('column "secret" does not exist')
    })
    const response = await app.inject('/?token=abc')
    assert.equal(response.statusCode, 500)
    const { error } = response.json()
    assert.equal(error.code, 'INTERNAL_ERROR')
    assert.ok(!response.body.includes('secret'))
    assert.ok(log.includes('column \\"secret\\" does not exist') && log.includes(`"request_id":"${error.request_id}"`))
    assert.ok(!log.includes('abc'))
  })

  it('is 500 whatever is thrown, and whatever status it has', async () => {
    const thrown = ['a string', null, 5, Object.assign(new Error('teapot'), { statusCode: 418 })]
    for (const [i, value] of thrown.entries()) {
      app.get(`/${i}`, () => Promise.reject(value))
    }
    for (const i of thrown.keys()) assert.equal((await app.inject(`/${i}`)).statusCode, 500)
  })
})

describe('a full disk', () => {
  it('is 507 for a change, 503 for a read, and one line in the log says so', {
    skip: process.platform !== 'linux',
  }, async () => {
    const write = async () => writeFileSync('/dev/full', 'x')
    app.get('/', write).post('/', write)
    const read = await app.inject('/')
    assert.deepEqual([read.statusCode, read.headers['retry-after']], [503, '1'])
    assert.equal(read.json().error.code, 'UNAVAILABLE')
    log = ''
    const response = await app.inject({ method: 'POST', url: '/' })
    assert.deepEqual([response.statusCode, response.headers['retry-after']], [507, '60'])
    assert.equal(response.json().error.code, 'STORAGE_FULL')
    const { msg, request_id, err } = JSON.parse(log)
    assert.equal(msg, 'the disk is full: ENOSPC: no space left on device, write')
    // While the disk is full, the stack of each request would take more of it.
    assert.deepEqual([request_id, err], [response.json().error.request_id, undefined])
  })
})

describe('a client that disconnects while sending its body', () => {
  it('is not logged as an error of the server or the database', async () => {
    app.post('/', async () => 'never')
    const responded = new Promise<unknown>(resolve =>
      app.addHook('onSend', async (_request, _reply, payload) => resolve(payload)),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"user',
      () => socket.end(),
    )
    assert.match(String(await responded), /VALIDATION_ERROR/)
    assert.equal(log, '')
    socket.destroy()
  })
})

describe('a client that disconnects before a file is sent', () => {
  it('is not logged as an error of the server', async () => {
    const failed = new Promise<void>(resolve => app.addHook('onError', async () => resolve()))
    app.get('/', async ({ raw }, reply) => {
      // The request was received completely, so it is not the part that broke off.
      await once(raw.resume(), 'end')
      socket.destroy()
      await once(raw.socket, 'close')
      return reply.send(new Readable({ read: () => {} }))
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await failed
    await new Promise(setImmediate)
    assert.equal(log, '')
  })
})
