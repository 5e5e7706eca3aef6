import { AppError } from '../platform/core/errors.ts'
import type { PaymentChange, Purchase } from './providers/payment-provider.ts'
import type { PostForSale } from './purchase-store.ts'

/** A page of the provider is used again for this long; providers close it after 24 hours. */
const REUSED_MS = 12 * 3_600_000

export const notForSale = (message: string): AppError => new AppError('NOT_FOR_SALE', message)

/** The price, or an error that says why the reader cannot buy the post. */
export function priceFor({ is_paid, price_jpy, access }: PostForSale): number {
  if (access === 'author') throw notForSale('You wrote this post, so you can read all of it.')
  if (access === 'salon') throw notForSale('You can read this post as a member of its salon.')
  if (!is_paid || price_jpy === null) throw notForSale('This post is free.')
  return price_jpy
}

/**
 * Whether a pending purchase can be continued: no refund was requested, price and provider are the same, and its page
 * is still open.
 */
export const isReusable = (pending: Purchase, price: number, provider: string, now: Date): boolean =>
  pending.refund_requested_at === null &&
  pending.price_jpy === price &&
  pending.provider === provider &&
  now.getTime() - pending.created_at.getTime() < REUSED_MS

/**
 * Whether a report is about the checkout page of the purchase, and a payment there is the full price. That it names the
 * purchase proves nothing: anybody can write any name into the address of a payment link.
 */
export const isOwnPayment = (purchase: Purchase, { checkoutRef, amount }: PaymentChange): boolean =>
  (checkoutRef === undefined || checkoutRef === purchase.checkout_ref) &&
  (amount === undefined || amount === `${purchase.price_jpy} jpy`)
