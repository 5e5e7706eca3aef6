import { type Static, Type } from 'typebox'
import { DELIVERED_NAMES } from '../../values/delivery/events.ts'
import {
  DELIVERY_ERROR_DETAILS,
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  WEBHOOK_STATUSES,
} from '../../values/delivery/webhooks.ts'
import {
  DELIVERY_ATTEMPTS_MAX,
  WEBHOOK_DESCRIPTION_MAX_CHARACTERS,
  WEBHOOK_SECRET_CHARACTERS,
} from '../../values/limits.ts'
import { acceptingAndIgnoring, Count, closed, nullable, oneOf, page, Timestamp, UrlInput, Uuid } from '../schema.ts'
import { EventType } from './events.ts'

const record = {
  id: Uuid,
  url: Type.String(),
  event_types: Type.Array(EventType),
  status: oneOf(WEBHOOK_STATUSES),
  description: nullable(Type.String()),
  created_at: Timestamp,
}
const secret = Type.String({
  description: `Signing key, ${WEBHOOK_SECRET_CHARACTERS} characters. It is never shown again.`,
})

export const RegisteredWebhook = Type.Object({ ...record, secret }, { title: 'RegisteredWebhook' })
export type RegisteredWebhook = Static<typeof RegisteredWebhook>

const health = {
  consecutive_failures: Type.Integer({ minimum: 0, description: 'The number of consecutive failed deliveries.' }),
  disabled_at: nullable(Timestamp),
  disabled_reason: nullable(Type.String()),
  updated_at: Timestamp,
}

export const Webhook = Type.Object({ ...record, ...health }, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) }, { title: 'WebhookList' })
export type WebhookList = Static<typeof WebhookList>

const url = Type.String({ ...UrlInput, minLength: 1, description: 'https only, at a public address.' })
const eventTypes = Type.Array(EventType, { minItems: 1, description: 'Duplicates are removed.' })
const description = Type.Optional(nullable(Type.String({ maxLength: WEBHOOK_DESCRIPTION_MAX_CHARACTERS })))

// A status in a registration is rejected, not ignored, because a new webhook is always active.
const { id, created_at } = record
const generated = Type.Object({ id, created_at, secret, ...health })

export const RegisterWebhook = acceptingAndIgnoring(
  closed('RegisterWebhook', { url, event_types: eventTypes, description }),
  generated,
)
export type RegisterWebhook = Static<typeof RegisterWebhook>

export const ChangeWebhook = acceptingAndIgnoring(
  closed('ChangeWebhook', {
    url: Type.Optional(url),
    event_types: Type.Optional(eventTypes),
    status: Type.Optional(
      oneOf(WEBHOOK_STATUSES, { description: 'Changing it from disabled to active resets the number of failures.' }),
    ),
    description,
  }),
  generated,
)
export type ChangeWebhook = Static<typeof ChangeWebhook>

export const DeliveryErrorDetail = oneOf(DELIVERY_ERROR_DETAILS)

const outcome = {
  http_status: nullable(Type.Integer(), { description: 'null if there was no response.' }),
  response_time_ms: nullable(Count),
  error: nullable(oneOf(DELIVERY_ERRORS), { description: 'Why it failed; null if it has not failed.' }),
  error_detail: nullable(DeliveryErrorDetail, {
    description: 'The exact reason, if it is known. More values may be added.',
  }),
  error_message: nullable(Type.String(), { description: 'The reason as a sentence, for people.' }),
}

export const DeliveryAttempt = Type.Object({ attempted_at: Timestamp, ...outcome }, { title: 'DeliveryAttempt' })
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

const delivery = {
  id: Uuid,
  event: oneOf(DELIVERED_NAMES),
  event_id: Type.String(),
  status: oneOf(DELIVERY_STATUSES),
  attempt_count: Count,
  ...outcome,
  response_body: nullable(Type.String(), { description: 'The start of the last response, at most 4 KiB.' }),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
  last_attempt_at: nullable(Timestamp),
  delivered_at: nullable(Timestamp),
  attempts: Type.Array(DeliveryAttempt, {
    description: `All attempts, oldest first; at most the last ${DELIVERY_ATTEMPTS_MAX}.`,
  }),
}

export const Delivery = Type.Object(delivery, { title: 'Delivery' })
export type Delivery = Static<typeof Delivery>

/** One delivery with its request. */
export const DeliveryDetail = Type.Object(
  {
    ...delivery,
    request: Type.Object(
      {
        url: Type.String(),
        headers: Type.Record(Type.String(), Type.String()),
        body: Type.String({ description: 'The exact bytes that are signed, the same on every attempt.' }),
      },
      {
        description:
          'The request of the last attempt, or of the first one if it is still to come, with the headers of that attempt. It uses the current address and secret of the webhook.',
      },
    ),
  },
  { title: 'DeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery), total: Count }, { title: 'DeliveryList' })
export type DeliveryList = Static<typeof DeliveryList>

export const ListDeliveriesQuery = Type.Object({ status: Type.Optional(oneOf(DELIVERY_STATUSES)), ...page })
export type ListDeliveriesQuery = Static<typeof ListDeliveriesQuery>

export const TestResult = Type.Object(
  {
    success: Type.Boolean(),
    http_status: Type.Integer({ description: '0 if there was no response.' }),
    response_time_ms: Count,
    error: outcome.error,
    error_detail: outcome.error_detail,
    error_message: outcome.error_message,
  },
  { title: 'TestResult' },
)
export type TestResult = Static<typeof TestResult>

export const RedeliverFailed = closed('RedeliverFailed', {
  since: Type.String({
    format: 'date-time',
    description: 'Failed deliveries that were created at or after this time.',
  }),
})
export type RedeliverFailed = Static<typeof RedeliverFailed>

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ minimum: 0, description: 'The number of deliveries that will be sent again.' }) },
  { title: 'Redelivered' },
)
export type Redelivered = Static<typeof Redelivered>

export const RotatedSecret = Type.Object(
  {
    id: Uuid,
    secret,
    previous_secret_expires_at: Type.String({
      format: 'date-time',
      description: 'Until then deliveries are signed with both secrets.',
    }),
  },
  { title: 'RotatedSecret' },
)
export type RotatedSecret = Static<typeof RotatedSecret>
