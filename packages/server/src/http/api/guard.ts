import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identifySession, identifyToken, type PrincipalCache } from '../../identity/accounts/sessions/identify.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { canonicalId } from '../../platform/core/ids.ts'
import { addressKey } from '../../platform/core/limits/rate-limits.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { countCall, excessOf, showAllowance } from '../admission.ts'
import { rejectCrossSite } from '../cross-site.ts'
import { readBearer } from '../read-bearer.ts'
import { Caller } from './operations.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** Set for endpoints of the contract. */
    caller: Caller | undefined
  }
}

/** Before a body is read: authentication, rate limit and permissions. */
export function registerGuard(app: FastifyInstance, context: AppContext, principals: PrincipalCache): void {
  const { settings, limits } = context
  app.decorateRequest('principal', null)
  app.decorateRequest('caller', undefined)

  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint === undefined) return
    if (endpoint.auth === 'none') {
      if (readBearer(request) === undefined && !endpoint.allowCrossSite) rejectCrossSite(settings, request)
      // No credential is needed, but it is read if there is one: authors' own reads are not counted as views.
      const credential = request.headers.authorization ?? request.headers.cookie
      if (request.method === 'GET' && credential !== undefined)
        request.principal = await authenticate(context, principals, request, reply).catch(nullIfRejected)
    } else {
      const principal = await authenticate(context, principals, request, reply).catch(async error => {
        // Invalid credentials count against the client's address.
        throw (await count(addressKey(request.clientAddress))) ?? error
      })
      const excess = await count(`user:${principal.userId}`)
      if (excess !== undefined) throw excess
      if (principal.credential.kind === 'session') rejectCrossSite(settings, request)
      request.principal = principal
    }
    request.caller = await Caller.authorise(context, endpoint, request.principal)

    async function count(key: string): Promise<AppError | undefined> {
      const allowance = await countCall(limits, endpoint, key)
      showAllowance(reply, allowance)
      return excessOf(allowance)
    }
  })
}

/** For `catch`: a credential that is not valid is none; a database that does not respond is an error. */
export function nullIfRejected(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** Authenticates the request. A Bearer header is decisive: when it fails, the cookie is not tried. */
export async function authenticate(
  context: AppContext,
  principals: PrincipalCache,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const bearer = readBearer(request)
  return bearer === undefined
    ? authenticateSession(context, principals, request, reply)
    : identifyToken(context, principals, bearer)
}

/** `user`: for whom the page was made that sends the request. Somebody else may have logged in since. */
export async function authenticateSession(
  context: AppContext,
  principals: PrincipalCache,
  request: FastifyRequest,
  reply: FastifyReply,
  user = request.headers['galley-user'],
): Promise<Principal> {
  const secret = readSessionCookie(context.settings, request)
  if (secret === undefined) {
    throw new AppError('UNAUTHORIZED', 'This needs a session cookie or an Authorization: Bearer header.')
  }
  const { principal, extended } = await identifySession(context, principals, secret)
  if (user !== undefined && canonicalId(String(user)) !== principal.userId) {
    throw new AppError('WRONG_USER', 'The session belongs to another user than the one in Galley-User.')
  }
  if (extended) setSessionCookie(context.settings, reply, secret)
  return principal
}
