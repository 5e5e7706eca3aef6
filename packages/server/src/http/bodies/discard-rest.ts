import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 10_000

/**
 * Many clients read a response only after they have sent everything. So the rest of a refused body is read and
 * discarded for a while; then the connection is closed.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  let left = MOST_BYTES
  const cut = () => request.socket.destroy()
  const timer = setTimeout(cut, MOST_MS)
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) cut()
  })
  request.once('close', () => clearTimeout(timer))
  request.once('end', () => clearTimeout(timer))
  request.once('error', () => clearTimeout(timer))
  request.resume()
}
