import type { Delivery, RegisteredWebhook, Webhook } from '@galley/contract/schemas/webhooks'
import { errorFields } from './deliveries/delivery-error.ts'
import type { DeliveryRow } from './deliveries/delivery-store.ts'
import type { WebhookRow } from './webhook-store.ts'

export function registeredView(webhook: WebhookRow, secret: string): RegisteredWebhook {
  const { id, url, event_types, status, description } = webhook
  return { id, url, event_types, status, description, created_at: webhook.created_at.toISOString(), secret }
}

export function webhookView(webhook: WebhookRow): Webhook {
  const { id, url, event_types, status, description, consecutive_failures, disabled_reason } = webhook
  return {
    id,
    url,
    event_types,
    status,
    description,
    created_at: webhook.created_at.toISOString(),
    consecutive_failures,
    disabled_at: webhook.disabled_at?.toISOString() ?? null,
    disabled_reason,
    updated_at: webhook.updated_at.toISOString(),
  }
}

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
