import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedHook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface HookReceiver {
  readonly url: string
  readonly received: ReceivedHook[]
  /** The status of the next responses; the last one stays. */
  respondWith(...statuses: number[]): void
  close(): void
}

/** The program of an author that receives events on the same machine. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const received: ReceivedHook[] = []
  let statuses = [200]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respondWith: (...given) => {
      statuses = given
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
