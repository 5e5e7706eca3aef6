import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failureOf, OK, setUpSafeFetch } from './safe-fetch-set-up.ts'

const { post, startServer } = setUpSafeFetch()

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
