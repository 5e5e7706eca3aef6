/** Events that a webhook can subscribe to. */
export const EVENT_NAMES = [
  'post.created',
  'post.updated',
  'post.published',
  'post.unpublished',
  'post.deleted',
  'post.purchased',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Only sent by the test endpoint; webhooks cannot subscribe to it. */
export const PING = 'ping'
export const DELIVERED_NAMES = [...EVENT_NAMES, PING] as const
export type DeliveredName = (typeof DELIVERED_NAMES)[number]

/** The headers of every delivery; the last three follow Standard Webhooks. */
export const DELIVERY_HEADERS = {
  signature: 'X-Service-Signature',
  /** For 24 hours after a rotation: the signature with the previous secret. */
  previousSignature: 'X-Service-Signature-Previous',
  event: 'X-Service-Event',
  eventId: 'X-Service-Event-Id',
  delivery: 'X-Service-Delivery',
  attempt: 'X-Service-Attempt',
  standardId: 'webhook-id',
  standardTimestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const

/** `X-Service-Signature` is this prefix and the hex HMAC-SHA256 of the raw body. */
export const SIGNATURE_PREFIX = 'sha256='
