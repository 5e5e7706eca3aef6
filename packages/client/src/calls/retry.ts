import { ApiError } from '../api-error.ts'
import { ConnectionError } from '../connection-error.ts'

export interface RetryPolicy {
  /** How often at most an attempt is followed by another one. */
  readonly retries: number
  /** The longest `Retry-After` that is waited for. */
  readonly maxRetryAfterMs: number
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly isRepeatable: boolean
  /** Between 0 and 1, anew at each call. */
  readonly random: () => number
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000
/** Responses of a server, or of a proxy before it, that may be temporary. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504])

/** How long to wait before a request is sent again, or null when it should not be. */
export function delayBeforeRetry(error: unknown, attempt: number, policy: RetryPolicy): number | null {
  const { retries, maxRetryAfterMs, isRepeatable, random } = policy
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  if (attempt > retries || retryAfterMs > maxRetryAfterMs) return null
  if (!(isRepeatable ? isTemporary(error) : wasNotProcessed(error))) return null
  const backOffMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS)
  // Half of it is random, so that clients that failed at the same time do not retry at the same time.
  return retryAfterMs + backOffMs * (0.5 + random() / 2)
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError ? TEMPORARY.has(error.status) : error instanceof ConnectionError

/** A rate limit is checked before a request is processed. With `Retry-After`, the server asks for another attempt. */
const wasNotProcessed = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429 && error.retryAfterMs !== null
