/**
 * The baseline for cached responses: plain node:http that sends a given status, headers and body, the same bytes as the
 * server that it is compared with.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BareAnswer {
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

process.once('message', ({ headers, body }: BareAnswer) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, headers as string[])
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))
