import { eventNamed } from '../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../delivery/webhooks/record-events.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import { type Notify, transact } from '../../platform/db/transact.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { hasReader } from '../bought-text.ts'
import type { ProviderEvent, Purchase } from '../providers/payment-provider.ts'
import { isOwnPayment } from '../purchase-rules.ts'
import { addToPurchase, lockPurchase, requestRefund } from '../purchase-store.ts'
import { queueReceipt } from '../receipt-mail.ts'
import { insertPaymentEvent } from './payment-event-store.ts'
import { upsertUnmatchedPayment } from './unmatched-payment-store.ts'

/**
 * Records what a provider has reported, and gives or ends access in the same transaction. Repeated, late and reordered
 * reports end in the same state. Undefined if it concerns no purchase of this site.
 */
export function recordPayment(
  context: AppContext,
  provider: string,
  event: ProviderEvent,
): Promise<Purchase | undefined> {
  return transact(context, (trx, notify) => recordIn(context, trx, notify, provider, event))
}

export async function recordIn(
  context: AppContext,
  trx: Tx,
  notify: Notify,
  provider: string,
  event: ProviderEvent,
): Promise<Purchase | undefined> {
  // Undefined also if another installation uses the same account of the provider.
  const named = event.purchaseId === undefined ? undefined : await lockPurchase(trx, event.purchaseId)
  const known = named?.provider === provider && isOwnPayment(named, event.change) ? named : undefined
  const isNew = await insertPaymentEvent(trx, provider, event, known?.id ?? null)
  if (named !== undefined && known === undefined && isNew) await keepUnmatched(context, trx, provider, named, event)
  if (known === undefined || !isNew) return known
  const after = await addToPurchase(trx, known.id, event.change)
  if (known.paid_at !== null || after.status !== 'paid') return after
  // A refund was requested while the reader was paying: the reconciler pays it back.
  if (after.refund_requested_at !== null) return after
  if (!(await hasReader(trx, after))) return payBack(context, trx, after)
  await queueReceipt(context, trx, notify, after)
  await recordSale(trx, notify, after)
  return after
}

/** The operator decides about money that does not belong to the purchase that it names. */
async function keepUnmatched(
  { log }: AppContext,
  trx: Tx,
  provider: string,
  { id, price_jpy }: Purchase,
  { change }: ProviderEvent,
): Promise<void> {
  const paymentRef = change.paymentRef ?? change.checkoutRef
  if (paymentRef === undefined || (change.paidAt ?? change.refundedAt) === undefined) return
  await upsertUnmatchedPayment(trx, { provider, paymentRef, purchaseId: id, change })
  const found = { purchase: id, price_jpy, payment: paymentRef, amount: change.amount }
  if (change.paidAt !== undefined) log.error(found, 'a payment does not match its purchase: see "purchases unmatched"')
}

/** While the reader was paying, the post was hidden or purged, or the reader's account was. */
async function payBack({ clock }: AppContext, trx: Tx, purchase: Purchase): Promise<Purchase> {
  await enqueue(trx, 'reconcile-payments', {}, { runAt: clock.now(), key: 'refunds' })
  return requestRefund(trx, purchase.id)
}

/** The event for the author's programs. It says nothing about the reader. */
async function recordSale(trx: Tx, notify: Notify, purchase: Purchase): Promise<void> {
  if (purchase.author_id === null || purchase.price_jpy === 0) return
  const post = await trx
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', purchase.post_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (post === undefined) return
  const sale = { id: purchase.id, price_jpy: purchase.price_jpy }
  await recordEvents(trx, notify, purchase.author_id, purchase.paid_at ?? new Date(), [
    { ...eventNamed('post.purchased', post), purchase: sale },
  ])
}
