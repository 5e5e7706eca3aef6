import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../platform/context.ts'

/** Programs use these with any host that reaches the server. A redirect would take their credentials away. */
const SERVED_ANYWHERE = /^\/(?:api|healthz|readyz|metrics)(?:[/?]|$)/

/**
 * Returns a function that finds where a request is redirected: pages and images of an earlier `PUBLIC_URL` to the current
 * one, if the earlier host still leads here.
 */
export function earlierHosts({ settings, media }: AppContext): (request: FastifyRequest) => string | undefined {
  const { publicUrl } = settings
  const hosts = new Set(media.earlierHosts())
  hosts.delete(publicUrl.host)
  if (hosts.size === 0) return () => undefined
  return request => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isEarlier = isRead && hosts.has(request.host?.toLowerCase())
    if (!isEarlier || SERVED_ANYWHERE.test(request.url) || isProxysOwnName(request, publicUrl)) return undefined
    return publicUrl.origin + request.url
  }
}

/**
 * Many proxies send the name under which they know this server, such as localhost:3000, and not the reader's. A redirect
 * would then lead to the proxy again, without end. Without a proxy, the port of the public address is ours.
 */
function isProxysOwnName({ hostname, socket }: FastifyRequest, publicUrl: URL): boolean {
  const port = Number(publicUrl.port) || (publicUrl.protocol === 'https:' ? 443 : 80)
  if (socket.localPort === port) return false
  const name = hostname.replace(/^\[|\]$/g, '')
  return isIP(name) !== 0 || !name.includes('.')
}
