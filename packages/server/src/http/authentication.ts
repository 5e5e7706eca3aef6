import type { Endpoint } from '@galley/contract/endpoint'
import { planAllows } from '@galley/contract/plans'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { identifySession, identifyToken } from '../accounts/identify.ts'
import type { PrincipalCache } from '../accounts/principal-cache.ts'
import { readSessionCookie, setSessionCookie } from '../accounts/session-cookie.ts'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import type { Principal } from '../core/principal.ts'

/** Who is asking. A Bearer header decides alone: when it fails, the cookie is not tried. */
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
  if (extended) setSessionCookie(context.settings, reply, secret)
  return principal
}

/** What the endpoint asks of a known principal: the kind of credential first, then the plan. */
export function authorise(endpoint: Endpoint, { plan, credential }: Principal): void {
  if (endpoint.auth === 'session' && credential.kind !== 'session') {
    throw new AppError(
      'SESSION_REQUIRED',
      'This works with the session of a logged-in browser only, not with an API token.',
    )
  }
  if (credential.kind === 'token' && !planAllows(plan, 'bearer')) {
    throw new AppError('PLAN_REQUIRED', 'API tokens need the Premium plan.')
  }
  if (endpoint.capability !== undefined && !planAllows(plan, endpoint.capability)) {
    throw new AppError('PLAN_REQUIRED', 'This needs the Premium plan.')
  }
}

export function hasBearer(request: FastifyRequest): boolean {
  return readBearer(request) !== undefined
}

function readBearer(request: FastifyRequest): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '')
  return match === null ? undefined : (match[1]?.trim() ?? '')
}
