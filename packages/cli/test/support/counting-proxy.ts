import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { startSite } from './author.ts'

export interface CountingProxy {
  readonly url: string
  /** `GET /api/v1/posts?limit=100&offset=0` and so on, in the order of arrival. */
  readonly requests: string[]
  /** Called for each request, which waits for the result. */
  before?: (request: string) => Promise<unknown>
  close(): void
}

/** Passes requests on to a server, and records them. */
async function startCountingProxy(server: string): Promise<CountingProxy> {
  const requests: string[] = []
  const proxy = createServer(async (incoming, response) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push(line)
    await started.before?.(line)
    const outgoing = request(
      server + incoming.url,
      { method: incoming.method!, headers: incoming.headers },
      received => {
        response.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
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

/** A server and a proxy before it, for all tests of a file. */
export function siteWithCountingProxy(): { readonly server: TestServer; readonly proxy: CountingProxy } {
  const site = {} as { server: TestServer; proxy: CountingProxy }
  before(async () => {
    site.server = await startSite()
    site.proxy = await startCountingProxy(site.server.url)
  })
  after(async () => {
    site.proxy.close()
    await site.server.close()
  })
  return site
}
