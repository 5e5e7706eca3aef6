import { del, get, patch, post } from '../../endpoint.ts'
import { EventList, ListEventsQuery } from '../../schemas/delivery/events.ts'
import * as hooks from '../../schemas/delivery/webhooks.ts'
import { Deleted } from '../../schemas/schema.ts'

const webhook = { tag: 'Webhooks', auth: 'session-or-token', scopes: ['webhooks'], capability: 'webhooks' } as const

export const webhookEndpoints = {
  registerWebhook: post('/api/v1/webhooks', 'webhooks.register', {
    summary: 'Register a webhook',
    description:
      'Premium. Only https and public addresses. The secret is only included in this response. At most 10 webhooks: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
    ...webhook,
    body: hooks.RegisterWebhook,
    example: { body: { url: 'https://example.com/hooks/galley', event_types: ['post.published', 'post.deleted'] } },
    errors: ['LIMIT_REACHED'],
    idempotent: true,
    status: 201,
    response: hooks.RegisteredWebhook,
  }),
  listWebhooks: get('/api/v1/webhooks', 'webhooks.list', {
    summary: 'List your webhooks',
    description: 'Premium. Without secrets.',
    ...webhook,
    response: hooks.WebhookList,
  }),
  readWebhook: get('/api/v1/webhooks/:id', 'webhooks.read', {
    summary: 'Read a webhook',
    description: 'Premium. Without its secret.',
    ...webhook,
    response: hooks.Webhook,
  }),
  changeWebhook: patch('/api/v1/webhooks/:id', 'webhooks.change', {
    summary: 'Change a webhook',
    description:
      'Premium. Changing `disabled` to `active` resets `consecutive_failures` to 0; deliveries that failed before are only sent again by redelivery.',
    ...webhook,
    body: hooks.ChangeWebhook,
    example: { body: { status: 'active' } },
    response: hooks.Webhook,
  }),
  deleteWebhook: del('/api/v1/webhooks/:id', 'webhooks.delete', {
    summary: 'Delete a webhook',
    description: 'Premium. Also deletes its delivery log. It cannot be undone.',
    ...webhook,
    response: Deleted,
  }),
  listDeliveries: get('/api/v1/webhooks/:id/deliveries', 'webhooks.deliveries', {
    summary: 'List deliveries',
    description: 'Premium. Newest first, including pings.',
    ...webhook,
    query: hooks.ListDeliveriesQuery,
    response: hooks.DeliveryList,
  }),
  readDelivery: get('/api/v1/webhooks/:id/deliveries/:delivery_id', 'webhooks.readDelivery', {
    summary: 'Read a delivery',
    description: 'Premium. With all attempts and the request.',
    ...webhook,
    response: hooks.DeliveryDetail,
  }),
  testWebhook: post('/api/v1/webhooks/:id/test', 'webhooks.test', {
    summary: 'Send a ping',
    description:
      'Premium. Makes one attempt, even if the webhook is disabled; it counts neither as a failure nor as a success. If there is no response, the answer is 200 with `success: false` and `http_status: 0`. At most 20 per minute.',
    ...webhook,
    response: hooks.TestResult,
    example: {
      response: {
        success: false,
        http_status: 0,
        response_time_ms: 84,
        error: 'tls',
        error_detail: 'certificate_expired',
        error_message: 'The TLS certificate has expired.',
      },
    },
  }),
  redeliver: post('/api/v1/webhooks/:id/deliveries/:delivery_id/redeliver', 'webhooks.redeliver', {
    summary: 'Send a delivery again',
    description:
      'Premium. Sends the delivery again at once, with the same `event_id` and body, and returns its new state.',
    ...webhook,
    response: hooks.Delivery,
  }),
  redeliverFailed: post('/api/v1/webhooks/:id/redeliver', 'webhooks.redeliverFailed', {
    summary: 'Send all failed deliveries again',
    description: 'Premium. For use after an outage; pings are left out.',
    ...webhook,
    body: hooks.RedeliverFailed,
    example: { body: { since: '2026-05-01T09:00:00Z' } },
    response: hooks.Redelivered,
  }),
  rotateSecret: post('/api/v1/webhooks/:id/rotate-secret', 'webhooks.rotateSecret', {
    summary: 'Replace the secret',
    description:
      'Premium. The new secret is only included in this response. For 24 hours deliveries are signed with both secrets.',
    ...webhook,
    response: hooks.RotatedSecret,
  }),
  listEvents: get('/api/v1/events', 'events.list', {
    summary: 'Read events',
    description:
      'Premium. What has happened to your posts, oldest first, at least 30 days back: the same bodies as those of webhooks. Pass `next` as `after` to continue. With `Accept: text/event-stream` the answer is a stream of Server-Sent Events that stays open: `data` is a body, `id` is the cursor, `Last-Event-ID` resumes after it, and a comment is sent every 15 seconds.',
    tag: 'Webhooks',
    auth: 'session-or-token',
    scopes: ['events'],
    capability: 'webhooks',
    query: ListEventsQuery,
    stream: true,
    response: EventList,
  }),
} as const
