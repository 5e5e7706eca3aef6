import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Turn = (response: ServerResponse, request: IncomingMessage) => void

export interface ScriptedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedServer {
  readonly url: string
  /** What came since the play began. */
  readonly requests: ScriptedRequest[]
  /** How the next requests are treated, one after the other; those after them get an empty object. */
  play(...turns: Turn[]): void
  close(): Promise<void>
}

export const answers =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Turn =>
  response => {
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

/** Hangs up without a word. */
export const hangsUp: Turn = (_response, request) => void request.socket.destroy()

/** Hangs up in the middle of the answer. */
export const breaksOff: Turn = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"posts":', () => request.socket.destroy())
}

export const saysNothing: Turn = () => {}

/** A real HTTP server that misbehaves as it is told. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  let script: Turn[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    const turn = script.shift() ?? answers(200)
    turn(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...turns) => {
      script = turns
      requests.length = 0
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
