import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'

/** Passes a request to the server process on a local port, and its response back. */
export function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url } = request
  const passed = sendRequest({ host: '127.0.0.1', port, method, path: url, headers: headersOf(request) })
  passed.on('response', answer => {
    response.writeHead(answer.statusCode ?? 502, relaxPolicy(answer.rawHeaders))
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  passed.on('error', error => {
    if (response.headersSent) response.destroy()
    else respondUnavailable(response, `The server process does not respond: ${error.message}.`)
  })
  response.on('close', () => passed.destroy())
  request.pipe(passed)
}

/** A POST with neither header has no body. Node would pass it on as a chunked body, which the server refuses. */
function headersOf({ method = '', headers, rawHeaders }: IncomingMessage): string[] {
  const hasNoBody = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  return hasNoBody && ['POST', 'PUT', 'PATCH'].includes(method) ? [...rawHeaders, 'Content-Length', '0'] : rawHeaders
}

export function respondUnavailable(response: ServerResponse, message: string): void {
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\nSee the terminal.\n`)
}

/** Vite inserts styles as `<style>` elements, which the policy of pages forbids. Scripts stay restricted. */
function relaxPolicy(rawHeaders: readonly string[]): string[] {
  return rawHeaders.map((value, i) =>
    rawHeaders[i - 1]?.toLowerCase() === 'content-security-policy'
      ? value.replace(/style-src 'self'(?: 'nonce-[^']*')?/, "style-src 'self' 'unsafe-inline'")
      : value,
  )
}
