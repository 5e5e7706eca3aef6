import type { Delivery, DeliveryAttempt } from '@galley/contract/webhooks'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { webhooksText } from '../../i18n/webhooks.ts'
import { formatRelative } from '../../ui/format-relative.ts'
import { useNow } from '../../ui/use-now.ts'

/** What became of deliveries and attempts, in whole sentences. */
export function useDeliveryWords() {
  const text = useText(webhooksText)
  const now = useNow()

  const fault = (error: Delivery['error'], httpStatus: number | null): string | undefined => {
    if (error === null) return undefined
    return error === 'status' ? text.answeredNot2xx(httpStatus ?? 0) : text.deliveryErrors[error]
  }

  /** What came back, short: for a table's cell. */
  const answer = ({ http_status, response_time_ms, error }: Omit<DeliveryAttempt, 'attempted_at'>): string => {
    if (http_status !== null) return text.answered(http_status, formatNumber(response_time_ms ?? 0))
    return error === null ? text.notTried : text.noAnswer
  }

  /** When it will be tried again; undefined when it will not. */
  const next = ({ status, next_attempt_at: at }: Delivery): string | undefined => {
    if (status === 'success' || status === 'failed') return undefined
    return at === null || Date.parse(at) <= now ? text.sending : text.nextIn(formatRelative(at, now))
  }

  return { fault, answer, next }
}
