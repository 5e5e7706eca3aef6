import { del, get, patch, post } from '../endpoint.ts'
import { Deleted } from '../schemas/schema.ts'
import * as hooks from '../schemas/webhooks.ts'

const webhook = { tag: 'Webhooks', auth: 'any', capability: 'webhooks' } as const

export const webhookEndpoints = {
  registerWebhook: post('/api/v1/webhooks', {
    summary: 'Register a webhook',
    description:
      'Premium. https only, public addresses only. The secret is in this answer and nowhere else. At most 10: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
    ...webhook,
    body: hooks.RegisterWebhook,
    example: { body: { url: 'https://example.com/hooks/galley', event_types: ['post.published', 'post.deleted'] } },
    errors: ['LIMIT_REACHED'],
    idempotent: true,
    status: 201,
    response: hooks.RegisteredWebhook,
  }),
  listWebhooks: get('/api/v1/webhooks', {
    summary: 'List your webhooks',
    description: 'Premium. Without secrets.',
    ...webhook,
    response: hooks.WebhookList,
  }),
  readWebhook: get('/api/v1/webhooks/:id', {
    summary: 'Read a webhook',
    description: 'Premium. Without its secret.',
    ...webhook,
    response: hooks.Webhook,
  }),
  changeWebhook: patch('/api/v1/webhooks/:id', {
    summary: 'Change a webhook',
    description:
      'Premium. From `disabled` to `active`, `consecutive_failures` starts at 0 again; what failed meanwhile is sent only by redelivery.',
    ...webhook,
    body: hooks.ChangeWebhook,
    example: { body: { status: 'active' } },
    response: hooks.Webhook,
  }),
  deleteWebhook: del('/api/v1/webhooks/:id', {
    summary: 'Delete a webhook',
    description: 'Premium. For good, and its delivery log with it.',
    ...webhook,
    response: Deleted,
  }),
  listDeliveries: get('/api/v1/webhooks/:id/deliveries', {
    summary: 'List deliveries',
    description: 'Premium. Newest first; pings are among them.',
    ...webhook,
    query: hooks.ListDeliveriesQuery,
    response: hooks.DeliveryList,
  }),
  readDelivery: get('/api/v1/webhooks/:id/deliveries/:delivery_id', {
    summary: 'Read a delivery',
    description: 'Premium. Every attempt, and the request that is sent.',
    ...webhook,
    response: hooks.DeliveryDetail,
  }),
  testWebhook: post('/api/v1/webhooks/:id/test', {
    summary: 'Send a ping',
    description:
      'Premium. One attempt, while disabled too; it counts neither as a failure nor as a success. No answer is 200 with `success: false` and `http_status: 0`. At most 20 a minute.',
    ...webhook,
    response: hooks.TestResult,
    example: { response: { success: true, http_status: 200, response_time_ms: 84 } },
  }),
  redeliver: post('/api/v1/webhooks/:id/deliveries/:delivery_id/redeliver', {
    summary: 'Send a delivery again',
    description:
      'Premium. Makes the delivery due at once, with the same `event_id` and bytes, and answers it as it then stands.',
    ...webhook,
    response: hooks.Delivery,
  }),
  redeliverFailed: post('/api/v1/webhooks/:id/redeliver', {
    summary: 'Send all failed deliveries again',
    description: 'Premium. For after an outage; pings are left out.',
    ...webhook,
    body: hooks.RedeliverFailed,
    example: { body: { since: '2026-05-01T09:00:00Z' } },
    response: hooks.Redelivered,
  }),
  rotateSecret: post('/api/v1/webhooks/:id/rotate-secret', {
    summary: 'Replace the secret',
    description:
      'Premium. The new secret is in this answer and nowhere else. For 24 hours deliveries are signed with both.',
    ...webhook,
    response: hooks.RotatedSecret,
  }),
} as const
