import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DroppingProxy {
  readonly url: string
  /** The server to which requests are forwarded. */
  target: string
  /** Drops every n-th API response after the server has sent it; 0 drops none. */
  dropEvery: number
  readonly dropped: () => number
  close(): Promise<void>
}

/** A proxy between browser and server that drops API responses. */
export async function startDroppingProxy(): Promise<DroppingProxy> {
  let [answers, dropped] = [0, 0]
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const forwarded = request(new URL(url ?? '/', proxy.target), { method, headers, agent: false }, answer => {
      const isDropped = proxy.dropEvery > 0 && url?.startsWith('/api/') && ++answers % proxy.dropEvery === 0
      if (!isDropped) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      dropped++
      answer.resume().on('end', () => outgoing.destroy())
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const proxy: DroppingProxy = {
    url,
    target: url,
    dropEvery: 0,
    dropped: () => dropped,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
