/**
 * The floor for answers that are ready: node:http with nothing around it, sending the status, the headers and the body that
 * it is given. The same bytes go over the wire as from the server it is compared with.
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
