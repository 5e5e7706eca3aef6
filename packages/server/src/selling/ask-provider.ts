import { AppError } from '../platform/core/errors.ts'
import { withTimeout } from '../platform/core/limits/with-timeout.ts'
import type { Logger } from '../platform/core/logger.ts'
import { isProviderError } from './providers/stripe-state.ts'

/** Less than the 15 s after which the HTTP server closes a connection without a response. */
const ANSWER_WITHIN_MS = 10_000

/**
 * Work for a request that asks the payment provider. If the provider fails or is too slow, the reader is told so; every call
 * to it can be repeated.
 */
export async function askProvider<T extends object>(
  log: Logger,
  work: () => Promise<T>,
  limitMs = ANSWER_WITHIN_MS,
): Promise<T> {
  try {
    const result = await withTimeout(limitMs, work())
    if (result === undefined) throw new AppError('UNAVAILABLE', LATE, { retryAfterSeconds: 5 })
    return result
  } catch (error) {
    if (!isProviderError(error)) throw error
    log.error({ error: `${error.type}: ${error.message}` }, 'the payment provider refuses or does not respond')
    throw new AppError('UNAVAILABLE', FAILED, { retryAfterSeconds: 5, cause: error })
  }
}

const LATE = 'The payment provider does not respond. Nothing is paid twice: try again in a moment.'
const FAILED = 'The payment provider is not available for the moment. Nothing is paid twice: try again.'
