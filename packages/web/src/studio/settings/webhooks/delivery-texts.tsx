import type { Delivery, DeliveryAttempt } from '@galley/client'
import type { DeliveryStatus } from '@galley/contract/delivery/webhooks'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { formatRelative } from '../../ui/display/relative-time.tsx'
import { useNow } from '../../ui/use-now.ts'

const TONES: Record<DeliveryStatus, Tone> = { pending: 'neutral', retrying: 'warn', failed: 'bad', success: 'good' }

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const text = textOf('webhooks')
  return <Badge tone={TONES[status]}>{text.deliveryStatuses[status]}</Badge>
}

/** Why a delivery failed. */
type Outcome = Pick<Delivery, 'error' | 'error_detail' | 'http_status'>

/** Texts about deliveries and attempts. */
export function useDeliveryTexts() {
  const text = textOf('webhooks')
  const now = useNow()

  /** The most specific known reason. A newer server may send unknown reasons. */
  const reason = ({ error, error_detail: detail, http_status }: Outcome): string | undefined => {
    if (error === null) return undefined
    if (error === 'status') return text.respondedWith(http_status ?? 0)
    return (detail && text.deliveryErrorDetails[detail]) ?? text.deliveryErrors[error] ?? text.otherError
  }

  /** The reason, with the violated rule. */
  const explanation = (outcome: Outcome): string | undefined =>
    outcome.error === 'status' ? text.respondedNot2xx(outcome.http_status ?? 0) : reason(outcome)

  /** The result, short enough for a table cell. */
  const result = (attempt: Omit<DeliveryAttempt, 'attempted_at'>): string => {
    const { http_status, response_time_ms } = attempt
    if (http_status !== null) return text.responded(http_status, formatNumber(response_time_ms ?? 0))
    return reason(attempt) ?? text.notTried
  }

  /** When the next attempt is; undefined if there is none. */
  const next = ({ status, next_attempt_at: at }: Delivery): string | undefined => {
    if (status === 'success' || status === 'failed') return undefined
    return at === null || Date.parse(at) <= now ? text.sending : text.nextIn(formatRelative(at, now))
  }

  return { reason, explanation, result, next }
}
