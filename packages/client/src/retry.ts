import { ApiError } from './api-error.ts'
import { ConnectionError } from './connection-error.ts'

export interface RetryPolicy {
  /** How often at most an attempt is followed by another one. */
  readonly retries: number
  /** Between 0 and 1, anew at each call. */
  readonly random: () => number
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** No call waits longer: the error says how long the server wanted, and the caller decides. */
const MAX_RETRY_AFTER_MS = 60_000
/** Answers of a server, or of a proxy before it, that may be others in a moment. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

/** How long to wait before a repeatable request is sent again, or undefined when it should not be. */
export function delayBeforeRetry(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt >= policy.retries) return undefined
  const isPassing = error instanceof ApiError ? PASSING.has(error.status) : error instanceof ConnectionError
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  if (!isPassing || askedMs > MAX_RETRY_AFTER_MS) return undefined
  const backOffMs = Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS)
  // Half of it by chance, so that clients that failed together do not come back together.
  return askedMs + backOffMs * (0.5 + policy.random() / 2)
}
