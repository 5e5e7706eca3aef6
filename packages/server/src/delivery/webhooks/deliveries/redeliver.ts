import type { AppContext } from '../../../platform/context.ts'
import { AppError, notFound } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { lockWebhook } from '../webhook-store.ts'
import { type DeliveryRow, findDelivery, lockDelivery, requeue, requeueFailed } from './delivery-store.ts'

/** Sends one delivery again: the same event, the same bytes, the same delivery id. */
export function redeliver(
  context: AppContext,
  userId: string,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow> {
  return transact(context, async (trx, notify) => {
    await requireActive(trx, userId, webhookId)
    const locked = isUuid(deliveryId) ? await lockDelivery(trx, webhookId, deliveryId) : undefined
    const delivery = locked && (await findDelivery(trx, webhookId, deliveryId))
    if (delivery === undefined) throw notFound('Delivery')
    if (delivery.event === 'ping')
      throw new AppError('VALIDATION_ERROR', 'A ping is not sent again. Send a new one: POST …/test')
    // Due now or being sent: a second attempt at the same time would only be a duplicate.
    if (locked?.isDue) return delivery
    notify({ about: 'deliveries', webhookIds: [webhookId] })
    return requeue(trx, delivery)
  })
}

/** Sends all deliveries again that have failed since then, for use after an outage. */
export function redeliverFailed(context: AppContext, userId: string, webhookId: string, since: Date): Promise<number> {
  return transact(context, async (trx, notify) => {
    await requireActive(trx, userId, webhookId)
    notify({ about: 'deliveries', webhookIds: [webhookId] })
    return requeueFailed(trx, webhookId, since)
  })
}

async function requireActive(trx: Tx, userId: string, webhookId: string): Promise<void> {
  const webhook = await lockWebhook(trx, userId, webhookId)
  if (webhook.status === 'active') return
  throw new AppError('VALIDATION_ERROR', 'The webhook is disabled. Set its status to active first, then send again.')
}
