import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../core/errors.ts'
import type { Allowance } from '../core/rate-limiter.ts'
import { type RateLimits, tooManyRequests } from '../core/rate-limits.ts'
import { isInProcess } from './in-process.ts'

/** Endpoints with a limit of their own, beside the one on all requests. */
const LIMIT_OF_ENDPOINT: ReadonlyMap<Endpoint | undefined, keyof RateLimits> = new Map<Endpoint, keyof RateLimits>([
  [endpoints.signUp, 'signups'],
  [endpoints.logIn, 'logins'],
  [endpoints.testWebhook, 'pings'],
  [endpoints.uploadImage, 'uploads'],
  [endpoints.setThumbnail, 'uploads'],
])

/** Counts a request against its limits, tells the client what is left, and returns an error if it is one too many. */
export function countRequest(
  limits: RateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): AppError | undefined {
  // What a page asks the API was counted with the page.
  const general = isInProcess(request.headers) ? null : limits.requests.consume(key)
  const own = LIMIT_OF_ENDPOINT.get(request.routeOptions.config.endpoint)
  const allowance = tighter(general, own === undefined ? null : limits[own].consume(key))
  if (allowance === null) return undefined
  reply.header('ratelimit-limit', allowance.limit)
  reply.header('ratelimit-remaining', allowance.remaining)
  reply.header('ratelimit-reset', allowance.resetSeconds)
  return allowance.allowed ? undefined : tooManyRequests(allowance)
}

function tighter(one: Allowance | null, other: Allowance | null): Allowance | null {
  if (one === null || other === null) return one ?? other
  if (one.allowed !== other.allowed) return one.allowed ? other : one
  return one.remaining <= other.remaining ? one : other
}
