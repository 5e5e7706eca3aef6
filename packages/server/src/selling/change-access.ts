import type { AppContext } from '../platform/context.ts'
import { notFound } from '../platform/core/errors.ts'
import { isUuid, newId } from '../platform/core/ids.ts'
import { transact } from '../platform/db/transact.ts'
import { closePurchase, refundPurchase } from './events/check-purchase.ts'
import { recordIn, recordPayment } from './events/record-payment-or-refund.ts'
import { openProvider } from './providers/open-provider.ts'
import type { Purchase } from './providers/payment-provider.ts'
import { findSoldPost, insertPurchase, listLivePurchases, requestRefund } from './purchase-store.ts'

/** The operator gives access without a payment. Undefined if the reader has access already. */
export function grantPurchase(context: AppContext, userId: string, postId: string): Promise<Purchase | undefined> {
  const now = context.clock.now()
  return transact(context, async (trx, notify) => {
    const post = isUuid(postId) ? await findSoldPost(trx, postId) : undefined
    if (post === undefined) throw notFound('Post')
    const [live] = await listLivePurchases(trx, userId, postId)
    if (live?.status === 'paid') return undefined
    // A pending purchase stays: its payment would be a second one, which the operator can revoke.
    const purchase = await insertPurchase(trx, {
      user_id: userId,
      post_id: postId,
      author_id: post.author_id,
      title: post.title,
      author_name: post.author_name,
      price_jpy: 0,
      author_share_percent: 0,
      provider: 'operator',
      paid_at: now,
    })
    if (purchase === undefined) return undefined
    const event = {
      id: newId(),
      type: 'grant',
      purchaseId: purchase.id,
      occurredAt: now,
      change: { paidAt: now },
    }
    return recordIn(context, trx, notify, 'operator', event)
  })
}

/**
 * The operator ends the access, also if the reader has several purchases of the post. What was paid is paid back; until the
 * provider confirms that, a purchase stays `paid`. Returns the purchases.
 */
export async function revokePurchases(context: AppContext, userId: string, postId: string): Promise<Purchase[]> {
  const live = isUuid(postId) ? await listLivePurchases(context.db, userId, postId) : []
  const ended: Purchase[] = []
  // All of them end before a provider is asked, which may fail.
  for (const purchase of live) ended.push(await endAccess(context, purchase))
  return Promise.all(ended.map(purchase => payBack(context, purchase)))
}

async function endAccess(context: AppContext, purchase: Purchase): Promise<Purchase> {
  if (purchase.provider !== 'operator') return requestRefund(context.db, purchase.id)
  const now = context.clock.now()
  const change = { refundedAt: now }
  const event = { id: newId(), type: 'revoke', purchaseId: purchase.id, occurredAt: now, change }
  return (await recordPayment(context, 'operator', event)) ?? purchase
}

async function payBack(context: AppContext, purchase: Purchase): Promise<Purchase> {
  const provider = openProvider(context)
  // The reconciler of a server with this provider does the rest.
  if (provider?.name !== purchase.provider) return purchase
  const current = purchase.status === 'pending' ? await closePurchase(context, provider, purchase) : purchase
  return current.status === 'paid' ? refundPurchase(context, provider, current) : current
}
