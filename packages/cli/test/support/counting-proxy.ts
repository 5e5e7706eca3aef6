import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy {
  readonly url: string
  /** `GET /api/v1/posts?limit=100&offset=0` and so on, in the order of arrival. */
  readonly requests: string[]
  /** Called for each request, which waits for the result. */
  before?: (request: string) => Promise<unknown>
  close(): void
}

/** Passes requests on to a server, and records them. */
export async function startCountingProxy(server: string): Promise<CountingProxy> {
  const requests: string[] = []
  const proxy = createServer(async (incoming, answer) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push(line)
    await started.before?.(line)
    const outgoing = request(
      server + incoming.url,
      { method: incoming.method!, headers: incoming.headers },
      response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      },
    )
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const started: CountingProxy = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requests,
    close: () => {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
  return started
}
