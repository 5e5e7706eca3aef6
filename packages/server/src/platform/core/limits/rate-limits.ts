import { isIPv6 } from 'node:net'
import { EXPORTS_PER_HOUR, RESET_REQUESTS_PER_HOUR } from '@galley/contract/limits'
import { ipv6Groups, unmapped } from '../addresses/public-address.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { type Allowance, RateLimiter } from './rate-limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** All rate limits, each with its own counts. */
export interface RateLimits {
  readonly requests: RateLimiter
  readonly uploads: RateLimiter
  readonly pings: RateLimiter
  readonly logins: RateLimiter
  readonly signups: RateLimiter
  readonly devices: RateLimiter
  readonly searches: RateLimiter
  readonly purchases: RateLimiter
  readonly exports: RateLimiter
  /** Requests for a new password, counted by e-mail address. */
  readonly resets: RateLimiter
}

/** The limits that are settings; 0: no limit. */
export type RateLimitSettings = Readonly<
  Record<
    | 'requestsPerMinute'
    | 'uploadsPerMinute'
    | 'pingsPerMinute'
    | 'loginsPerMinute'
    | 'signupsPerHour'
    | 'devicesPerMinute'
    | 'searchesPerMinute'
    | 'purchasesPerMinute',
    number
  >
>

export function createRateLimits(limits: RateLimitSettings, clock: Clock): RateLimits {
  return {
    requests: new RateLimiter(limits.requestsPerMinute, MINUTE_MS, clock),
    uploads: new RateLimiter(limits.uploadsPerMinute, MINUTE_MS, clock),
    pings: new RateLimiter(limits.pingsPerMinute, MINUTE_MS, clock),
    logins: new RateLimiter(limits.loginsPerMinute, MINUTE_MS, clock),
    signups: new RateLimiter(limits.signupsPerHour, HOUR_MS, clock),
    devices: new RateLimiter(limits.devicesPerMinute, MINUTE_MS, clock),
    searches: new RateLimiter(limits.searchesPerMinute, MINUTE_MS, clock),
    purchases: new RateLimiter(limits.purchasesPerMinute, MINUTE_MS, clock),
    exports: new RateLimiter(EXPORTS_PER_HOUR, HOUR_MS, clock),
    resets: new RateLimiter(RESET_REQUESTS_PER_HOUR, HOUR_MS, clock),
  }
}

/** The key of an anonymous client. A household or server usually has a whole /64 network of IPv6 addresses. */
export function addressKey(address: string): string {
  const plain = unmapped(address)
  return plain.includes(':') && isIPv6(plain)
    ? `address:${ipv6Groups(plain).slice(0, 4).join('.')}`
    : `address:${plain}`
}

export function enforce(allowance: Allowance | null): void {
  if (allowance !== null && !allowance.allowed) throw tooManyRequests(allowance)
}

export function tooManyRequests({ limit, resetSeconds }: Allowance): AppError {
  return new AppError('RATE_LIMITED', `Too many requests. Try again in ${resetSeconds} s.`, {
    retryAfterSeconds: resetSeconds,
    rateLimit: limit,
  })
}
