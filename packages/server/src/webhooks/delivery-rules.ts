import {
  WEBHOOK_FAILURES_UNTIL_DISABLED,
  WEBHOOK_RESPONSE_MAX_BYTES,
  WEBHOOK_RETRY_JITTER,
} from '@galley/contract/limits'
import type { DeliveryError, DeliveryStatus } from '@galley/contract/webhooks'
import type { Exchange } from '../core/safe-fetch.ts'

/** What an attempt came to, as it is kept. */
export interface Outcome {
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: DeliveryError | null
  readonly responseBody: string | null
}

/** 2xx is success; everything else is not, redirects included. */
export function outcomeOf(exchange: Exchange): Outcome {
  const { durationMs } = exchange
  if (!exchange.answered) return { httpStatus: null, durationMs, error: exchange.failure, responseBody: null }
  const isSuccess = exchange.status >= 200 && exchange.status < 300
  const responseBody = storableText(exchange.body)
  return { httpStatus: exchange.status, durationMs, error: isSuccess ? null : 'status', responseBody }
}

/** Bytes of any kind, made text that PostgreSQL and JSON can hold, in no more bytes than may be kept. */
export function storableText(bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const text = wholeCharacters(bytes).replaceAll('\0', '\ufffd')
  // What is no text takes three bytes for each of its own.
  return wholeCharacters(Buffer.from(text).subarray(0, WEBHOOK_RESPONSE_MAX_BYTES))
}

/** Without the first bytes of a character whose others were cut off. */
const wholeCharacters = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true })

/**
 * Where an attempt leaves its delivery. `attempt` counts from 1 within the retry plan: with five delays, the sixth failure
 * is the last. Delays count from the end of the attempt and stretch by up to a tenth, so that retries do not come all at once.
 */
export function nextState(
  outcome: Outcome,
  attempt: number,
  delaysMs: readonly number[],
  random: number,
): { status: DeliveryStatus; delayMs: number | null } {
  if (outcome.error === null) return { status: 'success', delayMs: null }
  const delayMs = delaysMs[attempt - 1]
  if (delayMs === undefined) return { status: 'failed', delayMs: null }
  return { status: 'retrying', delayMs: Math.round(delayMs * (1 + WEBHOOK_RETRY_JITTER * random)) }
}

/** The webhook's count of failed deliveries in a row after this one, and whether it is one too many. */
export function nextCount(count: number, status: DeliveryStatus): { count: number; disable: boolean } {
  if (status === 'success') return { count: 0, disable: false }
  if (status !== 'failed') return { count, disable: false }
  return { count: count + 1, disable: count + 1 >= WEBHOOK_FAILURES_UNTIL_DISABLED }
}
