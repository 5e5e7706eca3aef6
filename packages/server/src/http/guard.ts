import type { FastifyInstance } from 'fastify'
import { PrincipalCache } from '../accounts/principal-cache.ts'
import type { AppContext } from '../context.ts'
import { addressKey } from '../core/rate-limits.ts'
import { authenticate, authorise, hasBearer } from './authentication.ts'
import { refuseCrossSite } from './cross-site.ts'
import { countRequest } from './request-limits.ts'

/** Before a body is read: who sends the request, how many they have sent, and whether they may. */
export function registerGuard(app: FastifyInstance, context: AppContext): void {
  const { settings, limits } = context
  const cache = new PrincipalCache(context.bus, context.clock)
  app.decorateRequest('principal', null)

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    if (endpoint.auth === 'none') {
      if (!hasBearer(request)) refuseCrossSite(settings, request)
      // Public reads need no credential, but an author's own reading of a post is not a view.
      const credential = request.headers.authorization ?? request.headers.cookie
      if (request.method === 'GET' && credential !== undefined)
        request.principal = await authenticate(context, cache, request, reply).catch(() => null)
      return
    }
    const principal = await authenticate(context, cache, request, reply).catch(error => {
      // Guessing counts against the address it comes from.
      throw countRequest(limits, request, reply, addressKey(request.clientAddress)) ?? error
    })
    const refusal = countRequest(limits, request, reply, `user:${principal.userId}`)
    if (refusal !== undefined) throw refusal
    if (principal.credential.kind === 'session') refuseCrossSite(settings, request)
    authorise(endpoint, principal)
    request.principal = principal
  })
}
