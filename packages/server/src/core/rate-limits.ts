import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'
import { type Allowance, RateLimiter } from './rate-limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Every limit on how often something may be asked, each with its own count. */
export interface RateLimits {
  readonly requests: RateLimiter
  readonly uploads: RateLimiter
  readonly pings: RateLimiter
  readonly logins: RateLimiter
  readonly signups: RateLimiter
}

export function createRateLimits(
  limits: Record<
    'requestsPerMinute' | 'uploadsPerMinute' | 'pingsPerMinute' | 'loginsPerMinute' | 'signupsPerHour',
    number
  >,
  clock: Clock,
): RateLimits {
  return {
    requests: new RateLimiter(limits.requestsPerMinute, MINUTE_MS, clock),
    uploads: new RateLimiter(limits.uploadsPerMinute, MINUTE_MS, clock),
    pings: new RateLimiter(limits.pingsPerMinute, MINUTE_MS, clock),
    logins: new RateLimiter(limits.loginsPerMinute, MINUTE_MS, clock),
    signups: new RateLimiter(limits.signupsPerHour, HOUR_MS, clock),
  }
}

export function enforce(allowance: Allowance | null): void {
  if (allowance === null || allowance.allowed) return
  throw new AppError('RATE_LIMITED', `Too many requests. Try again in ${allowance.resetSeconds} s.`, {
    retryAfterSeconds: allowance.resetSeconds,
  })
}
