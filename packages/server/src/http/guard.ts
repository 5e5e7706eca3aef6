import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PrincipalCache } from '../accounts/principal-cache.ts'
import type { AppContext } from '../context.ts'
import type { Principal } from '../core/principal.ts'
import type { Allowance } from '../core/rate-limiter.ts'
import { addressKey, enforce } from '../core/rate-limits.ts'
import { authenticate, authorise, hasBearer } from './authentication.ts'
import { refuseCrossSite } from './cross-site.ts'
import { limitsByEndpoint } from './endpoint-limits.ts'
import { isInProcess } from './in-process.ts'

/** Before a body is read: who is it, may they, and not too often. */
export function registerGuard(app: FastifyInstance, context: AppContext): void {
  const cache = new PrincipalCache(context.bus, context.clock)
  app.decorateRequest('principal', null)

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    if (endpoint.auth === 'none') {
      limit(request, reply, null)
      if (!hasBearer(request)) refuseCrossSite(context.settings, request)
      // Public reads need nobody's name, but an author's own look at a post is no view.
      const names = request.headers.authorization ?? request.headers.cookie
      if (request.method === 'GET' && names !== undefined)
        request.principal = await authenticate(context, cache, request, reply).catch(() => null)
      return
    }
    const principal = await authenticate(context, cache, request, reply).catch(error => {
      // Guessing counts against the address it comes from.
      limit(request, reply, null)
      throw error
    })
    limit(request, reply, principal)
    if (principal.credential.kind === 'session') refuseCrossSite(context.settings, request)
    authorise(endpoint, principal)
    request.principal = principal
  })

  function limit(request: FastifyRequest, reply: FastifyReply, principal: Principal | null): void {
    const key = principal === null ? addressKey(request.ip) : `user:${principal.userId}`
    const special = limitsByEndpoint.get(request.routeOptions.config.endpoint)
    const counted = isInProcess(request.headers) ? null : context.limits.requests.consume(key)
    const specially = special ? context.limits[special].consume(key) : null
    const tightest = tighter(counted, specially)
    if (tightest === null) return
    tellLimit(reply, tightest)
    enforce(counted)
    enforce(specially)
  }
}

function tighter(one: Allowance | null, other: Allowance | null): Allowance | null {
  if (one === null || other === null) return one ?? other
  return one.remaining <= other.remaining ? one : other
}

function tellLimit(reply: FastifyReply, allowance: Allowance): void {
  reply.header('ratelimit-limit', allowance.limit)
  reply.header('ratelimit-remaining', allowance.remaining)
  reply.header('ratelimit-reset', allowance.resetSeconds)
}
