import type { AppContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/core/errors.ts'
import { transact } from '../platform/db/transact.ts'
import { closePurchase } from './events/check-purchase.ts'
import type { PaymentProvider, Purchase } from './providers/payment-provider.ts'
import { isReusable, notForSale, priceFor } from './purchase-rules.ts'
import { insertPurchase, listLivePurchases, lockPostForSale, setCheckout } from './purchase-store.ts'

const ATTEMPTS = 3

/** Begins to buy a post, or goes on with a purchase that is pending or paid. */
export async function startPurchase(
  context: AppContext,
  provider: PaymentProvider | undefined,
  userId: string,
  postId: string,
): Promise<Purchase> {
  if (provider === undefined) throw notForSale('Sales are disabled on this site.')
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { purchase, isOutdated } = await findOrCreate(context, provider, userId, postId)
    if (purchase === undefined) continue
    if (!isOutdated) return withCheckout(context, provider, purchase)
    // The old page must not be paid any more, so that nobody pays twice.
    const closed = await closePurchase(context, provider, purchase)
    // It cannot be closed, because the reader has completed it and the payment is pending, for example a payment in a
    // shop.
    if (closed.status === 'pending') return closed
  }
  throw new AppError('UNAVAILABLE', 'The purchase could not be started. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
}

function findOrCreate(context: AppContext, provider: PaymentProvider, userId: string, postId: string) {
  return transact(context, async trx => {
    const post = await lockPostForSale(trx, postId, userId)
    if (post === undefined) throw notFound('Post')
    const [found] = await listLivePurchases(trx, userId, postId)
    if (found?.status === 'paid') return { purchase: found, isOutdated: false }
    const price = priceFor(post)
    if (found !== undefined) {
      return { purchase: found, isOutdated: !isReusable(found, price, provider.name, context.clock.now()) }
    }
    const purchase = await insertPurchase(trx, {
      user_id: userId,
      post_id: post.id,
      author_id: post.author_id,
      title: post.title,
      author_name: post.author_name,
      price_jpy: price,
      author_share_percent: context.settings.payments.authorSharePercent,
      provider: provider.name,
    })
    return { purchase, isOutdated: false }
  })
}

/** The provider is asked after the commit: it may be slow, and it answers the same page if it is asked again. */
async function withCheckout(context: AppContext, provider: PaymentProvider, purchase: Purchase): Promise<Purchase> {
  if (purchase.status !== 'pending' || purchase.checkout_url !== null) return purchase
  return setCheckout(context.db, purchase.id, await provider.openCheckout(purchase))
}
