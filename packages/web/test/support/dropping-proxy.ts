import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DroppingProxy {
  readonly url: string
  /** Where requests are handed on to. */
  target: string
  /** Every n-th answer of the API is dropped after the server has given it; 0 drops none. */
  dropEvery: number
  readonly dropped: () => number
  close(): Promise<void>
}

/** Stands between a browser and the server, and loses answers of the API. */
export async function startDroppingProxy(): Promise<DroppingProxy> {
  let [answers, dropped] = [0, 0]
  const hand = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const onward = request(new URL(url ?? '/', proxy.target), { method, headers, agent: false }, answer => {
      const isLost = proxy.dropEvery > 0 && url?.startsWith('/api/') && ++answers % proxy.dropEvery === 0
      if (!isLost) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      dropped++
      answer.resume().on('end', () => outgoing.destroy())
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(hand).listen(0, '127.0.0.1')
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
