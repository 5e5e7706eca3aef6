import { SpanKind } from '@opentelemetry/api'
import type { AppContext } from '../../../platform/context.ts'
import { currentTraceparent, traced } from '../../../platform/core/tracing.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { type Outcome, outcomeOf } from './retry-rules.ts'
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
  const { event, traceparent: parent } = delivery
  return traced(
    `deliver ${event}`,
    { kind: SpanKind.CLIENT, parent, attributes: { 'galley.event': event } },
    async span => {
      const trace = currentTraceparent()
      const sent = trace === undefined ? headers : { ...headers, traceparent: trace }
      const outcome = outcomeOf(await outbound.post(webhook.url, sent, body), clock.now())
      span?.setAttributes({ 'galley.delivery': delivery.id, ...(outcome.error && { 'error.type': outcome.error }) })
      return { delivery, attemptedAt, outcome }
    },
  )
}
