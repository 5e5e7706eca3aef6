import type { Delivery } from '@galley/contract/schemas/delivery/webhooks'
import { errorFields } from './delivery-error.ts'
import type { DeliveryRow } from './delivery-store.ts'

export function deliveryView(delivery: DeliveryRow): Delivery {
  const { id, event, event_id, status, attempt_count, http_status, response_time_ms, response_body } = delivery
  return {
    id,
    event,
    event_id,
    status,
    attempt_count,
    http_status,
    response_time_ms,
    ...errorFields(delivery.error, http_status),
    response_body,
    next_attempt_at: delivery.due_at?.toISOString() ?? null,
    created_at: delivery.created_at.toISOString(),
    last_attempt_at: delivery.last_attempt_at?.toISOString() ?? null,
    delivered_at: delivery.delivered_at?.toISOString() ?? null,
    attempts: delivery.attempts.map(attempt => ({ ...attempt, ...errorFields(attempt.error, attempt.http_status) })),
  }
}
