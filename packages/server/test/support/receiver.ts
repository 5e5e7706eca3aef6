import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { readCertificate, TEST_CA_FILE } from './network/certificates.ts'

/** Settings that allow webhooks to call receivers on this machine. */
export const RECEIVER_ENV = { WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true', WEBHOOK_CA_FILE: TEST_CA_FILE }

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Sets how it answers from now on; 200 by default. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** A real HTTPS server that records the received requests. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let behaviour: Behaviour = (_request, response) => void response.end('ok')
  const server = createServer(readCertificate('server'), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const entry = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      }
      received.push(entry)
      behaviour(request, response, entry)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    received,
    behave: wanted => {
      behaviour = wanted
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
