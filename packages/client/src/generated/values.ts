// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.

/** The version of this package. */
export const VERSION = '0.2.0'

/** The maximum page size of a list. */
export const PAGE_LIMIT_MAX = 100

/** The headers of a webhook's request. */
export const DELIVERY_HEADERS = {
  signature: 'X-Service-Signature',
  previousSignature: 'X-Service-Signature-Previous',
  event: 'X-Service-Event',
  eventId: 'X-Service-Event-Id',
  delivery: 'X-Service-Delivery',
  attempt: 'X-Service-Attempt',
  standardId: 'webhook-id',
  standardTimestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const

/** Precedes the hex digits of a signature. */
export const SIGNATURE_PREFIX = 'sha256='
