import { hash } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'
import type { PaymentChange, PaymentProvider, Purchase } from '../providers/payment-provider.ts'
import { recordPayment } from './record-payment-or-refund.ts'

/** Asks the provider about a purchase, in case its reports were lost or are late. */
export async function checkPurchase(
  context: AppContext,
  provider: PaymentProvider,
  purchase: Purchase,
): Promise<Purchase> {
  if (purchase.provider !== provider.name) return purchase
  return recordResponse(context, provider, purchase, 'check', await provider.read(purchase))
}

export async function closePurchase(
  context: AppContext,
  provider: PaymentProvider,
  purchase: Purchase,
): Promise<Purchase> {
  // A page of a provider that is no longer configured cannot be closed, and closes itself after a day.
  const change =
    purchase.provider === provider.name ? await provider.closeCheckout(purchase) : { expiredAt: context.clock.now() }
  return recordResponse(context, { name: purchase.provider }, purchase, 'close', change)
}

export async function refundPurchase(
  context: AppContext,
  provider: PaymentProvider,
  purchase: Purchase,
): Promise<Purchase> {
  return recordResponse(context, provider, purchase, 'refund', await provider.refund(purchase))
}

/** A response is recorded like a report. Its id follows from its content, so that the same response is recorded once. */
async function recordResponse(
  context: AppContext,
  { name }: { readonly name: string },
  purchase: Purchase,
  type: 'check' | 'close' | 'refund',
  change: PaymentChange,
): Promise<Purchase> {
  if (Object.keys(change).length === 0) return purchase
  const digest = hash('sha256', JSON.stringify(change)).slice(0, 16)
  const event = {
    id: `${type}:${purchase.id}:${digest}`,
    type,
    purchaseId: purchase.id,
    occurredAt: context.clock.now(),
    change,
  }
  return (await recordPayment(context, name, event)) ?? purchase
}
