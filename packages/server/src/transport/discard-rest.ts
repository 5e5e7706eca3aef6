import type { IncomingMessage } from 'node:http'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 10_000

/**
 * Many clients read an answer only after they have sent all they have. So what is still coming after a refusal is
 * taken and thrown away, for a while; then the connection is cut.
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
