import type { AppContext } from '../context.ts'
import { hashSecret } from '../core/credentials.ts'
import { AppError } from '../core/errors.ts'
import type { Principal } from '../core/principal.ts'
import type { PrincipalCache } from './principal-cache.ts'
import { type Found, findSession, findToken } from './principal-store.ts'

export interface Identified {
  readonly principal: Principal
  /** The session's end has moved: the browser's cookie must follow. */
  readonly extended: boolean
}

/** At most one query; none while the credential is in the cache. */
export async function identifySession(context: AppContext, cache: PrincipalCache, secret: string): Promise<Identified> {
  const hash = hashSecret(secret)
  const key = `session:${hash.toString('base64')}`
  const cached = cache.get(key)
  if (cached !== undefined) return { principal: cached, extended: false }

  const keep = cache.beginLookup(key)
  const session = await findSession(context.db, hash)
  if (session === undefined || session.suspended) {
    throw new AppError('UNAUTHORIZED', 'The session is unknown or has ended. Log in again.')
  }
  const principal = principalOf('session', session)
  keep(principal, session.cacheable_ms)
  return { principal, extended: session.extended }
}

export async function identifyToken(context: AppContext, cache: PrincipalCache, secret: string): Promise<Principal> {
  const hash = hashSecret(secret)
  const key = `token:${hash.toString('base64')}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached

  const keep = cache.beginLookup(key)
  const token = await findToken(context.db, hash)
  if (token === undefined) throw new AppError('UNAUTHORIZED', 'The API token is not valid.')
  if (token.revoked) throw new AppError('TOKEN_REVOKED', 'The API token was revoked. Issue a new one.')
  if (token.expired) throw new AppError('TOKEN_EXPIRED', 'The API token has expired. Issue a new one.')
  if (token.suspended) throw new AppError('UNAUTHORIZED', 'The account of this API token is suspended.')
  const principal = principalOf('token', token)
  keep(principal, token.cacheable_ms)
  return principal
}

function principalOf(kind: Principal['credential']['kind'], found: Found): Principal {
  return {
    userId: found.user_id,
    username: found.username,
    displayName: found.display_name,
    avatarUrl: found.avatar_url,
    plan: found.plan,
    credential: { kind, id: found.id },
  }
}
