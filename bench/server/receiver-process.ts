/**
 * A TLS receiver in a process of its own, told what to do by messages: `reset` forgets what came, `expect` answers
 * when so many requests have come, `arrivals` answers the time and the body of each. Paths that begin with /hang get no answer.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type ToReceiver = { ask: 'reset' } | { ask: 'expect'; count: number } | { ask: 'arrivals' }
export interface Arrival {
  readonly at: number
  readonly path: string
  readonly body: string
}
export type FromReceiver = { port: number } | { done: true } | { arrivals: Arrival[] }

const certificates = join(import.meta.dirname, '../../packages/server/test/support/certificates')
const read = (file: string) => readFileSync(join(certificates, file))
const tell = (message: FromReceiver) => process.send?.(message)

let arrivals: { at: number; path: string; chunks: Buffer[] }[] = []
let expected = Number.POSITIVE_INFINITY
const server = createServer({ key: read('server.key'), cert: read('server.pem') }, (request, response) => {
  const path = request.url ?? ''
  const arrival = { at: performance.timeOrigin + performance.now(), path, chunks: [] as Buffer[] }
  request.on('data', chunk => arrival.chunks.push(chunk))
  request.on('end', () => {
    if (path.startsWith('/hang')) return
    arrivals.push(arrival)
    response.writeHead(204).end()
    if (arrivals.length >= expected) {
      expected = Number.POSITIVE_INFINITY
      tell({ done: true })
    }
  })
})
// Connections stay as long as the senders like, so that nobody is measured opening them anew.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))

process.on('message', (message: ToReceiver) => {
  if (message.ask === 'reset') arrivals = []
  if (message.ask === 'expect') expected = message.count
  if (message.ask === 'expect' && arrivals.length >= expected) tell({ done: true })
  if (message.ask === 'arrivals') {
    tell({ arrivals: arrivals.map(({ at, path, chunks }) => ({ at, path, body: Buffer.concat(chunks).toString() })) })
  }
})
process.on('disconnect', () => process.exit(0))
