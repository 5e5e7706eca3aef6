import type Stripe from 'stripe'
import { errorCode } from '../../platform/core/errors.ts'
import type { PaymentChange } from './payment-provider.ts'

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

/** Nothing as long as it is not paid. */
export const paymentOf = (session: Stripe.Checkout.Session, at: Date): PaymentChange =>
  session.payment_status === 'paid' ? { paidAt: at, amount: `${session.amount_total} ${session.currency}` } : {}

/** The state of a checkout with its payment, charge and refunds expanded. */
export function stateOf(session: Stripe.Checkout.Session): PaymentChange {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const refundedAt = charge?.refunded ? timeOf(charge.refunds?.data[0]?.created ?? charge.created) : undefined
  return {
    ...paymentOf(session, timeOf(charge?.created ?? session.created)),
    ...(intent && { paymentRef: intent.id }),
    ...(session.status === 'expired' && { expiredAt: timeOf(session.expires_at) }),
    ...(refundedAt && { refundedAt }),
    ...(charge?.disputed && { disputedAt: timeOf(charge.created) }),
  }
}

export const isAlreadyRefunded = (error: unknown): boolean => errorCode(error) === 'charge_already_refunded'

/** Stripe cannot be reached, has failed or has refused; not an error of our own. */
export const isProviderError = (error: unknown): error is Error & { readonly type: string } =>
  error instanceof Error && /^Stripe\w*Error$/.test(String((error as { type?: unknown }).type))

/** Stripe has understood the request, and does not do it. */
export const isRejection = (error: unknown): boolean =>
  (error as { rawType?: string } | null)?.rawType === 'invalid_request_error'

/** Another request was sent with the same idempotency key. */
export const isIdempotencyConflict = (error: unknown): boolean =>
  (error as { rawType?: string } | null)?.rawType === 'idempotency_error'
