import { createHmac } from 'node:crypto'
import { DELIVERY_HEADERS, SIGNATURE_PREFIX } from '@galley/contract/delivery/events'

export interface DeliveryRequest {
  readonly deliveryId: string
  readonly event: string
  readonly eventId: string
  readonly attempt: number
  readonly body: string
  /** The current secret first; after a rotation the previous one still signs too. */
  readonly secrets: readonly string[]
}

/** The headers of one attempt. All attempts send the same body, with a new time and new signatures. */
export function deliveryHeaders(request: DeliveryRequest, now: Date): Record<string, string> {
  const { body, eventId, secrets } = request
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const [current = '', previous] = secrets
  const contract = (secret: string) => SIGNATURE_PREFIX + createHmac('sha256', secret).update(body).digest('hex')
  const standard = (secret: string) =>
    `v1,${createHmac('sha256', secret).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Galley-Webhooks/1',
    [DELIVERY_HEADERS.signature]: contract(current),
    ...(previous !== undefined && { [DELIVERY_HEADERS.previousSignature]: contract(previous) }),
    [DELIVERY_HEADERS.event]: request.event,
    [DELIVERY_HEADERS.eventId]: eventId,
    [DELIVERY_HEADERS.delivery]: request.deliveryId,
    [DELIVERY_HEADERS.attempt]: String(request.attempt),
    [DELIVERY_HEADERS.standardId]: eventId,
    [DELIVERY_HEADERS.standardTimestamp]: timestamp,
    [DELIVERY_HEADERS.standardSignature]: secrets.map(standard).join(' '),
  }
}
