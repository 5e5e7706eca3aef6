import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'

/**
 * Fastify's setting for the proxies we trust. A number counts them from our side: each one appends the address of its own
 * client to `X-Forwarded-For`, so the last entries are theirs and everything before is the client's own claim.
 */
export function trustedProxies({
  trustProxy,
}: Settings): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return trustProxy === false ? false : [...trustProxy]
}

/** The client's address as the trusted proxies tell it, or the connection's own where they tell none. */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request
  if (isIP(ip) !== 0) return ip
  // Some proxies append the port.
  const bare = /^\[?([\da-f.:]+?)\]?:\d+$/i.exec(ip)?.[1] ?? ''
  return isIP(bare) === 0 ? (request.socket.remoteAddress ?? '') : bare
}
