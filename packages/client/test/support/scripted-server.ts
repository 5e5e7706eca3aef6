import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = (response: ServerResponse, request: IncomingMessage) => void

export interface ScriptedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedServer {
  readonly url: string
  /** The requests since the last `replyWith`, without those that broke off. */
  readonly requests: ScriptedRequest[]
  /** The replies to the next requests, in order. Later requests get an empty object. */
  replyWith(...replies: Reply[]): void
  close(): Promise<void>
}

export const responds =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Reply =>
  response => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

/** Closes the connection without a response. */
export const closesConnection: Reply = (_response, request) => void request.socket.destroy()

/** Closes the connection in the middle of the response. */
export const closesMidResponse: Reply = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"posts":', () => request.socket.destroy())
}

export const neverResponds: Reply = () => {}

/** A real HTTP server with scripted responses. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  let script: Reply[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = await request.toArray().catch(() => [])
    if (!request.complete) return
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    const reply = script.shift() ?? responds(200)
    reply(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    replyWith: (...replies) => {
      script = replies
      requests.length = 0
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
