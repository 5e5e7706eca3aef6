import type { RegisteredWebhook, Webhook } from '@galley/contract/schemas/delivery/webhooks'
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
