/**
 * The floor for hot reads: node:http with nothing around it, sending the headers and the body that it is given on its input.
 * The same bytes go over the wire as from the server it is compared with.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { headers, body: text } = JSON.parse(Buffer.concat(chunks).toString())
const body = Buffer.from(text)
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
