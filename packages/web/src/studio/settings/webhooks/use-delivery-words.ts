import type { Delivery, DeliveryAttempt } from '@galley/client'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { webhooksText } from '../../i18n/webhooks.ts'
import { formatRelative } from '../../ui/format-relative.ts'
import { useNow } from '../../ui/use-now.ts'

/** Why something did not arrive. */
export type Outcome = Pick<Delivery, 'error' | 'error_detail' | 'http_status'>

/** What became of deliveries and attempts, in words. */
export function useDeliveryWords() {
  const text = useText(webhooksText)
  const now = useNow()

  /** The reason, as exactly as it is known. A newer server may name reasons that are not known here. */
  const reason = ({ error, error_detail: detail, http_status }: Outcome): string | undefined => {
    if (error === null) return undefined
    if (error === 'status') return text.answeredStatus(http_status ?? 0)
    return (detail && text.deliveryErrorDetails[detail]) ?? text.deliveryErrors[error] ?? text.otherError
  }

  /** The reason, with the rule that it breaks. */
  const fault = (outcome: Outcome): string | undefined =>
    outcome.error === 'status' ? text.answeredNot2xx(outcome.http_status ?? 0) : reason(outcome)

  /** What came back, short: for a table's cell. */
  const answer = (attempt: Omit<DeliveryAttempt, 'attempted_at'>): string => {
    const { http_status, response_time_ms } = attempt
    if (http_status !== null) return text.answered(http_status, formatNumber(response_time_ms ?? 0))
    return reason(attempt) ?? text.notTried
  }

  /** When it will be tried again; undefined when it will not. */
  const next = ({ status, next_attempt_at: at }: Delivery): string | undefined => {
    if (status === 'success' || status === 'failed') return undefined
    return at === null || Date.parse(at) <= now ? text.sending : text.nextIn(formatRelative(at, now))
  }

  return { reason, fault, answer, next }
}
