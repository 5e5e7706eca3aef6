import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '@galley/contract/errors'
import { newRequestId } from '../core/ids.ts'

const FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are larger than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
}

/** Where Node keeps the answer that a connection is busy with. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null
}

const refused = new WeakSet<Socket>()

/** Answers what never became a request: broken framing, too large a header, too slow a client. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: HttpSocket): void {
  // Whatever comes after the break is broken, too.
  if (error.code === 'ECONNRESET' || refused.has(socket)) return
  refused.add(socket)
  afterEarlierAnswers(socket, () => refuse(error.code, socket))
}

/** Requests that came whole before the break get their answers first. */
function afterEarlierAnswers(socket: HttpSocket, then: () => void): void {
  const answering = socket._httpMessage
  if (answering?.req.complete) answering.once('close', () => afterEarlierAnswers(socket, then))
  else then()
}

function refuse(cause: string | undefined, socket: HttpSocket): void {
  const [code, message] = FAULTS[cause ?? ''] ?? ['VALIDATION_ERROR', 'This is not a valid HTTP request.']
  const id = newRequestId()
  const body = JSON.stringify({ error: { code, message, fields: [], request_id: id } })
  if (socket.writable && !socket._httpMessage?.headersSent) {
    socket.write(
      `HTTP/1.1 ${ERROR_STATUS[code]} ${code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `X-Content-Type-Options: nosniff\r\nX-Request-Id: ${id}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
