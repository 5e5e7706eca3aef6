/**
 * A TLS receiver in a separate process, controlled by messages: `reset` clears the received requests, `expect` answers
 * after this many requests, `arrivals` returns the time and body of each. Paths that begin with /hang get no response.
 */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readCertificate } from '@galley/server/testing/network/certificates'

export type ToReceiver = { type: 'reset' } | { type: 'expect'; count: number } | { type: 'arrivals' }
export interface Arrival {
  readonly at: number
  readonly path: string
  readonly body: string
}
export type FromReceiver = { port: number } | { done: true } | { arrivals: Arrival[] }

const send = (message: FromReceiver) => process.send?.(message)

let arrivals: { at: number; path: string; chunks: Buffer[] }[] = []
let expected = Number.POSITIVE_INFINITY
const server = createServer(readCertificate('server'), (request, response) => {
  const path = request.url ?? ''
  const arrival = { at: performance.timeOrigin + performance.now(), path, chunks: [] as Buffer[] }
  request.on('data', chunk => arrival.chunks.push(chunk))
  request.on('end', () => {
    if (path.startsWith('/hang')) return
    arrivals.push(arrival)
    response.writeHead(204).end()
    if (arrivals.length >= expected) {
      expected = Number.POSITIVE_INFINITY
      send({ done: true })
    }
  })
})
// Connections stay open as long as the senders want, so that opening them is not measured.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => send({ port: (server.address() as AddressInfo).port }))

process.on('message', (message: ToReceiver) => {
  if (message.type === 'reset') arrivals = []
  if (message.type === 'expect') expected = message.count
  if (message.type === 'expect' && arrivals.length >= expected) send({ done: true })
  if (message.type === 'arrivals') {
    send({ arrivals: arrivals.map(({ at, path, chunks }) => ({ at, path, body: Buffer.concat(chunks).toString() })) })
  }
})
process.on('disconnect', () => process.exit(0))
