import type { DeliveryError, DeliveryErrorDetail, DeliveryStatus } from '@galley/contract/delivery/webhooks'
import {
  WEBHOOK_FAILURES_UNTIL_DISABLED,
  WEBHOOK_RESPONSE_MAX_BYTES,
  WEBHOOK_RETRY_JITTER,
} from '@galley/contract/limits'
import type { Exchange } from '../../../platform/outbound/safe-fetch.ts'

/** The stored outcome of an attempt. */
export interface Outcome {
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: DeliveryError | null
  readonly errorDetail: DeliveryErrorDetail | null
  readonly responseBody: string | null
  /** The delay that the receiver asked for. */
  readonly retryAfterMs?: number | undefined
}

/** 2xx is a success; everything else, including redirects, is a failure. */
export function outcomeOf(exchange: Exchange, now: Date): Outcome {
  const { durationMs } = exchange
  if (!exchange.responded) {
    const { failure: error, detail: errorDetail } = exchange
    return { httpStatus: null, durationMs, error, errorDetail, responseBody: null }
  }
  const { status: httpStatus, retryAfter } = exchange
  const isSuccess = httpStatus >= 200 && httpStatus < 300
  return {
    httpStatus,
    durationMs,
    error: isSuccess ? null : 'status',
    errorDetail: null,
    responseBody: storableText(exchange.body),
    ...((httpStatus === 429 || httpStatus === 503) && { retryAfterMs: parseRetryAfter(retryAfter, now) }),
  }
}

/** `Retry-After` in milliseconds from now, from seconds or a date. Undefined for anything else and for past times. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - now.getTime()
  return ms > 0 ? ms : undefined
}

/**
 * `Date.parse` accepts nearly anything, so the text must begin like an HTTP date. One of the HTTP formats has no GMT.
 */
function parseHttpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}

/** Converts any bytes to text that PostgreSQL and JSON can store, within the size limit. */
export function storableText(bytes: Buffer): string {
  if (bytes.length === 0) return ''
  const text = wholeCharacters(bytes).replaceAll('\0', '\ufffd')
  // An invalid byte becomes a replacement character of three bytes.
  return wholeCharacters(Buffer.from(text).subarray(0, WEBHOOK_RESPONSE_MAX_BYTES))
}

/** Removes an incomplete character at the end. */
const wholeCharacters = (bytes: Buffer): string => new TextDecoder().decode(bytes, { stream: true })

/** The receiver wants no more attempts. */
const GONE = 410

/**
 * The state of a delivery after an attempt. `attempt` counts from 1 within the schedule: with five delays, the sixth
 * failure is the last. The receiver can ask for a later time, up to twice the delay of the schedule, never for an
 * earlier one. A random part of up to a tenth spreads the retries.
 */
export function nextState(
  outcome: Outcome,
  attempt: number,
  delaysMs: readonly number[],
  random: number,
): { status: DeliveryStatus; delayMs: number | null } {
  if (outcome.error === null) return { status: 'success', delayMs: null }
  const scheduledMs = delaysMs[attempt - 1]
  if (scheduledMs === undefined || outcome.httpStatus === GONE) return { status: 'failed', delayMs: null }
  const wantedMs = Math.max(scheduledMs, outcome.retryAfterMs ?? 0) * (1 + WEBHOOK_RETRY_JITTER * random)
  return { status: 'retrying', delayMs: Math.round(Math.min(wantedMs, 2 * scheduledMs)) }
}

/** The webhook's count of consecutive failed deliveries, and whether it must be disabled. */
export function nextCount(count: number, status: DeliveryStatus): { count: number; disable: boolean } {
  if (status === 'success') return { count: 0, disable: false }
  if (status !== 'failed') return { count, disable: false }
  return { count: count + 1, disable: count + 1 >= WEBHOOK_FAILURES_UNTIL_DISABLED }
}
