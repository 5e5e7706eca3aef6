import { planAllows } from '@galley/contract/accounts/plans'
import { type Endpoint, isStoppedWhenFull } from '@galley/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireRecentProof } from '../accounts/reauthentication/require-recent-proof.ts'
import { identifySession, identifyToken, PrincipalCache } from '../accounts/sessions/identify.ts'
import { readSessionCookie, setSessionCookie } from '../accounts/sessions/session-cookie.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { addressKey } from '../core/limits/rate-limits.ts'
import { type Principal, requireScope } from '../core/principal.ts'
import { countRequest, excessOf, showAllowance } from '../transport/admission.ts'
import { refuseCrossSite } from '../transport/cross-site.ts'
import { readBearer } from '../transport/request-headers.ts'

/** Before a body is read: authentication, rate limit and permissions. */
export function registerGuard(app: FastifyInstance, context: AppContext): void {
  const { settings, limits } = context
  const cache = new PrincipalCache(context.bus, context.clock)
  app.decorateRequest('principal', null)

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    if (isStoppedWhenFull(endpoint)) await context.disk.require()
    if (endpoint.auth === 'none') {
      if (readBearer(request) === undefined && !endpoint.anySite) refuseCrossSite(settings, request)
      // No credential is needed, but it is read if there is one: authors' own reads are not counted as views.
      const credential = request.headers.authorization ?? request.headers.cookie
      if (request.method === 'GET' && credential !== undefined)
        request.principal = await authenticate(context, cache, request, reply).catch(nullIfRejected)
      return
    }
    const principal = await authenticate(context, cache, request, reply).catch(async error => {
      // Invalid credentials count against the client's address.
      throw (await countFor(request, reply, addressKey(request.clientAddress))) ?? error
    })
    const excess = await countFor(request, reply, `user:${principal.userId}`)
    if (excess !== undefined) throw excess
    if (principal.credential.kind === 'session') refuseCrossSite(settings, request)
    authorise(endpoint, principal)
    if (endpoint.reauthentication) await requireRecentProof(context, principal)
    request.principal = principal
  })

  async function countFor(request: FastifyRequest, reply: FastifyReply, key: string): Promise<AppError | undefined> {
    const allowance = await countRequest(limits, request, key)
    showAllowance(reply, allowance)
    return excessOf(allowance)
  }
}

function nullIfRejected(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Authenticates the request. A Bearer header is decisive: when it fails, the cookie is not tried. */
export async function authenticate(
  context: AppContext,
  cache: PrincipalCache,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const bearer = readBearer(request)
  if (bearer !== undefined) return identifyToken(context, cache, bearer)

  const secret = readSessionCookie(context.settings, request)
  if (secret === undefined) {
    throw new AppError('UNAUTHORIZED', 'This needs a session cookie or an Authorization: Bearer header.')
  }
  const { principal, extended } = await identifySession(context, cache, secret)
  const user = request.headers['galley-user']
  if (user !== undefined && user !== principal.userId) {
    throw new AppError('WRONG_USER', 'The session belongs to another user than the one in Galley-User.')
  }
  if (extended) setSessionCookie(context.settings, reply, secret)
  return principal
}

/** The endpoint's requirements: the kind of credential, the plan, and the scope of a token. */
export function authorise(endpoint: Endpoint, principal: Principal): void {
  const { plan, credential } = principal
  if (endpoint.auth === 'session' && credential.kind !== 'session') {
    throw new AppError(
      'SESSION_REQUIRED',
      'This works with the session of a logged-in browser only, not with an API token.',
    )
  }
  if (credential.kind === 'token' && !planAllows(plan, 'bearer')) {
    throw new AppError('PLAN_REQUIRED', 'API tokens need the Premium plan.')
  }
  // The same answer for every resource, before anything is looked up.
  if (endpoint.role !== undefined && principal.role !== endpoint.role) {
    throw new AppError('FORBIDDEN', 'This needs the role admin.')
  }
  requireScope(principal, endpoint.scopes ?? [])
  if (endpoint.capability !== undefined && !planAllows(plan, endpoint.capability)) {
    throw new AppError('PLAN_REQUIRED', 'This needs the Premium plan.')
  }
}
