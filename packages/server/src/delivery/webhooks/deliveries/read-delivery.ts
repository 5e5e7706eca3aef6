import type { DeliveryDetail } from '@galley/contract/schemas/delivery/webhooks'
import type { AppContext } from '../../../platform/context.ts'
import { notFound } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import { validSecrets } from '../secrets.ts'
import type { WebhookRow } from '../webhook-store.ts'
import { findDelivery } from './delivery-store.ts'
import { deliveryView } from './delivery-view.ts'
import { deliveryHeaders } from './signature.ts'

/** A delivery with its request. The headers are not stored, but rebuilt from the stored data. */
export async function readDelivery(context: AppContext, webhook: WebhookRow, id: string): Promise<DeliveryDetail> {
  const delivery = isUuid(id) ? await findDelivery(context.db, webhook.id, id) : undefined
  if (delivery === undefined) throw notFound('Delivery')
  const { body, event, event_id, attempt_count, last_attempt_at, created_at } = delivery
  const at = last_attempt_at ?? created_at
  const attempt = Math.max(attempt_count, 1)
  const secrets = validSecrets(context, webhook, at)
  const headers = deliveryHeaders({ deliveryId: delivery.id, event, eventId: event_id, attempt, body, secrets }, at)
  return { ...deliveryView(delivery), request: { url: webhook.url, headers, body } }
}
