import { isIP } from 'node:net'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../platform/config.ts'
import { unmapped } from '../platform/core/addresses/public-address.ts'
import { AppError } from '../platform/core/errors.ts'
import type { Allowance } from '../platform/core/limits/rate-limiter.ts'
import { addressKey, type RateLimits, tooManyRequests } from '../platform/core/limits/rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Determined behind the trusted proxies. An IPv4 address is never in its IPv6 form. */
    clientAddress: string
  }
}

/** Known methods. Every path answers TRACE with 405. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])

/** Whether a request is handled, and what its rate limit leaves. */
export interface Admission {
  readonly rejection: AppError | undefined
  readonly allowance: Allowance | null
}

/** Finds the client's address and counts the request. It waits only if the counts of other processes are needed. */
export function admit(limits: RateLimits, request: FastifyRequest): Admission | Promise<Admission> {
  request.clientAddress = clientAddress(request)
  const { endpoint } = request.routeOptions.config
  const needsCredential = endpoint !== undefined && endpoint.auth !== 'none'
  // Requests with a credential are counted by account, once that is known (guard.ts).
  const allowance = needsCredential ? null : countCall(limits, endpoint, addressKey(request.clientAddress))
  return allowance instanceof Promise
    ? allowance.then(counted => admissionOf(request, counted))
    : admissionOf(request, allowance)
}

const admissionOf = (request: FastifyRequest, allowance: Allowance | null): Admission => ({
  rejection: excessOf(allowance) ?? issueOf(request),
  allowance,
})

function issueOf(request: FastifyRequest): AppError | undefined {
  if (!METHODS.has(request.method)) {
    return new AppError('NOT_IMPLEMENTED', `The method ${request.method} is not supported.`)
  }
  if (hasSeveralHosts(request.raw.rawHeaders)) {
    return new AppError('VALIDATION_ERROR', 'Send exactly one Host header.')
  }
  return isHost(request.headers.host) ? undefined : new AppError('VALIDATION_ERROR', 'The Host header is not valid.')
}

let lastHost = ''

/** A name or an address, with or without a port. Nearly all requests have the same one. HTTP/1.0 needs none. */
function isHost(host: string | undefined): boolean {
  if (host === undefined || host === '' || host === lastHost) return true
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(`http://${host}`)) return false
  lastHost = host
  return true
}

/** Proxies and caches could use another of several Host headers than we do. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

/**
 * Fastify's setting for trusted proxies. A number counts them from our side: each one appends the address of its client
 * to `X-Forwarded-For`, so the last entries are theirs and everything before can be forged.
 */
export function trustedProxies({
  trustProxy,
}: Settings): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return trustProxy === false ? false : [...trustProxy]
}

/** The client's address as sent by the trusted proxies, or that of the connection. */
function clientAddress({ ip, socket }: FastifyRequest): string {
  if (isIP(ip) !== 0) return unmapped(ip)
  // Some proxies append the port.
  const bare = /^\[?([\da-f.:]+?)\]?:\d+$/i.exec(ip)?.[1] ?? ''
  return unmapped(isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare)
}

/** Endpoints with an additional limit of their own. */
const LIMIT_OF_ENDPOINT: ReadonlyMap<Endpoint | undefined, keyof RateLimits> = new Map<Endpoint, keyof RateLimits>([
  [endpoints.signUp, 'signups'],
  [endpoints.checkInvitation, 'logins'],
  [endpoints.logIn, 'logins'],
  [endpoints.startPasskeyUse, 'logins'],
  [endpoints.requestPasswordReset, 'logins'],
  [endpoints.confirmPasswordReset, 'logins'],
  [endpoints.useRecoveryCode, 'logins'],
  [endpoints.verifyEmail, 'logins'],
  [endpoints.requestDevice, 'devices'],
  [endpoints.readDevice, 'devices'],
  [endpoints.approveDevice, 'devices'],
  [endpoints.refuseDevice, 'devices'],
  [endpoints.readOAuthRequest, 'devices'],
  [endpoints.approveOAuth, 'devices'],
  [endpoints.testWebhook, 'pings'],
  [endpoints.uploadImage, 'uploads'],
  [endpoints.fetchImage, 'uploads'],
  [endpoints.setThumbnail, 'uploads'],
])

/**
 * Counts a call against the limit of its endpoint, and against that of all requests unless a page was counted there
 * already. It waits only if the counts of other processes are needed.
 */
export function countCall(
  limits: RateLimits,
  endpoint: Endpoint | undefined,
  key: string,
  { isPartOfPage = false } = {},
): Allowance | null | Promise<Allowance | null> {
  const general = isPartOfPage ? null : limits.requests.count(key)
  const ownLimit = LIMIT_OF_ENDPOINT.get(endpoint)
  const own = ownLimit === undefined ? null : limits[ownLimit].count(key)
  return general instanceof Promise || own instanceof Promise
    ? Promise.all([general, own]).then(both => tighter(...both))
    : tighter(general, own)
}

/** The error for a request that exceeds its limit. */
export const excessOf = (allowance: Allowance | null): AppError | undefined =>
  allowance === null || allowance.allowed ? undefined : tooManyRequests(allowance)

/** Tells the client what its limit leaves. */
export function showAllowance(reply: FastifyReply, allowance: Allowance | null): void {
  if (allowance === null) return
  reply.header('ratelimit-limit', allowance.limit)
  reply.header('ratelimit-remaining', allowance.remaining)
  reply.header('ratelimit-reset', allowance.resetSeconds)
}

function tighter(one: Allowance | null, other: Allowance | null): Allowance | null {
  if (one === null || other === null) return one ?? other
  if (one.allowed !== other.allowed) return one.allowed ? other : one
  return one.remaining <= other.remaining ? one : other
}
