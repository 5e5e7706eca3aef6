import type { AppContext } from '../../context.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { type Outcome, outcomeOf } from './delivery-rules.ts'
import { deliveryHeaders } from './signature.ts'

/** One attempt to deliver, and its outcome. */
export interface Attempt {
  readonly delivery: Pick<ClaimedDelivery, 'id' | 'webhook' | 'attempt_count' | 'attempts_before' | 'due_at'>
  readonly attemptedAt: Date
  readonly outcome: Outcome
}

/** Sends one signed request. A receiver's failure is an outcome; only errors on our side are thrown. */
export async function sendDelivery(
  { clock, outbound, secretBox }: Pick<AppContext, 'clock' | 'outbound' | 'secretBox'>,
  delivery: ClaimedDelivery,
): Promise<Attempt> {
  const attemptedAt = clock.now()
  const { webhook, body } = delivery
  const secrets = [webhook.secret, webhook.previous_secret].filter(secret => secret !== null)
  const headers = deliveryHeaders(
    {
      deliveryId: delivery.id,
      event: delivery.event,
      eventId: delivery.event_id,
      attempt: delivery.attempt_count + 1,
      body,
      secrets: secrets.map(secret => secretBox.open(secret)),
    },
    attemptedAt,
  )
  const exchange = await outbound.post(webhook.url, headers, body)
  return { delivery, attemptedAt, outcome: outcomeOf(exchange, clock.now()) }
}
