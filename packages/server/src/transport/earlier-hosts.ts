import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'

/** Programs use these with any host that reaches the server. A redirect would take their credentials away. */
const SERVED_ANYWHERE = /^\/(?:api|healthz|readyz|metrics)(?:[/?]|$)/

/** Redirects pages and images of an earlier `PUBLIC_URL` to the current one, if its host still leads here. */
export function registerEarlierHosts(app: FastifyInstance, { settings, media }: AppContext): void {
  const { publicUrl } = settings
  const hosts = new Set(media.earlierHosts())
  hosts.delete(publicUrl.host)
  if (hosts.size === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isEarlier = hosts.has(request.host?.toLowerCase())
    if (!isRead || !isEarlier || SERVED_ANYWHERE.test(request.url) || isProxysOwnName(request, publicUrl)) return done()
    reply.header('cache-control', 'public, max-age=3600').redirect(publicUrl.origin + request.url, 308)
  })
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
