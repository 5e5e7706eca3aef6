import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterEach, describe, it } from 'node:test'
import { type Exchange, SafeFetch, type SafeFetchOptions } from '../../src/outbound/safe-fetch.ts'
import { TEST_CA_FILE } from '../support/network/certificates.ts'
import { startHostileServer } from '../support/network/hostile-server.ts'

const KEPT_BYTES = 4096
const undo: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

type Hostility = Parameters<typeof startHostileServer>[1]

async function startServer(speak: (socket: Socket) => void, hostility?: Hostility) {
  const server = await startHostileServer(speak, hostility)
  undo.push(server.close)
  return { ...server, url: `https://localhost:${server.port}/` }
}

function fetchWith(options: Partial<SafeFetchOptions> = {}): SafeFetch {
  const fetch = new SafeFetch({
    timeoutMs: 5000,
    bodyMaxBytes: KEPT_BYTES,
    allowPrivateNetwork: true,
    ca: readFileSync(TEST_CA_FILE, 'utf8'),
    ...options,
  })
  undo.push(() => fetch.close())
  return fetch
}

const post = (url: string, options?: Partial<SafeFetchOptions>) => fetchWith(options).post(url, {}, '{}')
const failureOf = (exchange: Exchange) => (exchange.answered ? `answered ${exchange.status}` : exchange.failure)

const OK = 'HTTP/1.1 200 OK\r\n'

describe('the deadline covers', () => {
  const soon = { timeoutMs: 300 }

  async function trickle(head: string, drop: string) {
    return startServer(socket => {
      socket.write(head)
      const timer = setInterval(() => socket.write(drop), 20)
      socket.on('close', () => clearInterval(timer))
    })
  }

  it('a body that arrives slowly', async () => {
    const server = await trickle(`${OK}content-length: 100000\r\n\r\n`, 'x')
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('a chunked body that arrives slowly', async () => {
    const server = await trickle(`${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n')
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('headers that arrive slowly', async () => {
    const server = await trickle(OK, 'a: b\r\n')
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('informational responses without a final one', async () => {
    const server = await trickle('', 'HTTP/1.1 102 Processing\r\n\r\n')
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('silence after the request', async () => {
    const server = await startServer(() => {})
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('silence during the handshake', async () => {
    const server = await startServer(() => {}, { certificate: 'none' })
    assert.equal(failureOf(await post(server.url, soon)), 'timeout')
  })

  it('a name look-up without end', async () => {
    const resolveName = () => new Promise<never>(() => {})
    assert.equal(failureOf(await post('https://slow.hooks.test/', { ...soon, resolveName })), 'timeout')
  })
})
