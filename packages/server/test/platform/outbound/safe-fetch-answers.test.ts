import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Exchange } from '../../../src/platform/outbound/safe-fetch.ts'
import { eventually } from '../../support/eventually.ts'
import { failureOf, KEPT_BYTES, OK, setUpSafeFetch } from './safe-fetch-set-up.ts'

const { fetchWith, post, startServer } = setUpSafeFetch()

function responded(exchange: Exchange): Exchange & { responded: true } {
  assert.ok(exchange.responded, failureOf(exchange))
  return exchange
}

describe('of a response', () => {
  it('without end, 4 KiB are kept and the rest is not read', async () => {
    let sent = 0
    const server = await startServer(socket => {
      socket.write(`${OK}\r\n`)
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        do sent += chunk.length
        while (!socket.destroyed && socket.write(chunk))
        if (!socket.destroyed) socket.once('drain', more)
      }
      more()
    })
    const { body, status } = responded(await post(server.url))
    assert.equal(status, 200)
    assert.deepEqual(body, Buffer.alloc(KEPT_BYTES, 'x'))
    // Only what fits into the socket buffers was received.
    assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes were sent`)
  })

  it('that is compressed, the bytes are kept as received', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    let asked = ''
    const server = await startServer(socket => {
      socket.once('data', request => {
        asked = request.toString()
        socket.end(Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`), bomb]))
      })
    })
    const { body } = responded(await post(server.url))
    assert.deepEqual(body, bomb.subarray(0, KEPT_BYTES))
    assert.doesNotMatch(asked, /accept-encoding/i)
  })

  it('that is short, everything is kept, and the connection is reused', async () => {
    const server = await startServer(socket => {
      // The body is the end of the request and may arrive separately.
      const response = (data: Buffer) =>
        data.toString().endsWith('{}') && socket.write(`${OK}content-length: 5\r\n\r\nhello`)
      socket.on('data', response)
    })
    const fetch = fetchWith()
    for (let i = 0; i < 20; i++) {
      assert.equal(responded(await fetch.post(server.url, {}, '{}')).body.toString(), 'hello')
    }
    // A request right after the previous one may find the connection still busy and open a second.
    assert.ok(server.connections() <= 2, `${server.connections()} connections`)
  })

  it('that redirects, nothing is followed', async () => {
    const elsewhere = await startServer(socket => void socket.end(`${OK}\r\n`))
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startServer(
        socket => void socket.end(`HTTP/1.1 ${status} Gone\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`),
      )
      assert.equal(responded(await post(server.url)).status, status)
    }
    assert.equal(elsewhere.connections(), 0)
  })
})

it('an aborted request leaves no connection open', async () => {
  let open = 0
  const server = await startServer(socket => {
    open++
    socket.resume()
    socket.on('close', () => open--)
  })
  const fetch = fetchWith({ timeoutMs: 300 })
  await Promise.all(Array.from({ length: 8 }, () => fetch.post(server.url, {}, '{}')))
  await eventually(() => assert.equal(open, 0))
})
