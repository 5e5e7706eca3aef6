import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '@galley/contract/error-codes'
import { newRequestId } from '../../platform/core/ids.ts'
import type { Connections } from './connections.ts'

const FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
}

const rejected = new WeakSet<Socket>()

/** Answers requests that Node could not parse: invalid framing, too large headers, too slow clients. */
export function respondToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  connections: Connections,
): void {
  // Everything after the first error is invalid too.
  if (error.code === 'ECONNRESET' || rejected.has(socket)) return
  rejected.add(socket)
  const responding = connections.responding(socket)
  // Complete requests before the error get their responses first. A request whose own body is invalid gets none.
  if (responding === undefined || responding.request.complete) {
    connections.whenIdle(socket, () => reject(error.code, socket))
  } else if (responding.response.headersSent) socket.destroySoon()
  else reject(error.code, socket)
}

function reject(cause: string | undefined, socket: Socket): void {
  const [code, message] = FAULTS[cause ?? ''] ?? ['VALIDATION_ERROR', 'This is not a valid HTTP request.']
  const id = newRequestId()
  const body = JSON.stringify({ error: { code, message, fields: [], request_id: id } })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${ERROR_STATUS[code]} ${code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `X-Content-Type-Options: nosniff\r\nX-Request-Id: ${id}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
