import type Stripe from 'stripe'
import type { PaymentChange, ProviderEvent } from './payment-provider.ts'
import { paymentOf } from './stripe-state.ts'

/** The events that concern purchases. docs/selling.md names them for the webhook. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

interface Meaning {
  readonly purchaseId: string | undefined
  readonly change: PaymentChange
}

const NO_PURCHASE: Meaning = { purchaseId: undefined, change: {} }

/** What an event of Stripe means for a purchase. Events of other kinds are recorded without an effect. */
export async function readStripeEvent(stripe: Stripe, event: Stripe.Event): Promise<ProviderEvent> {
  const { purchaseId, change } = await meaningOf(stripe, event)
  const occurredAt = new Date(event.created * 1000)
  return { id: event.id, type: event.type, purchaseId, occurredAt, change }
}

async function meaningOf(stripe: Stripe, event: Stripe.Event): Promise<Meaning> {
  const at = new Date(event.created * 1000)
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ofSession(event.data.object, paymentOf(event.data.object, at))
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, { expiredAt: at })
    case 'charge.refunded': {
      const { payment_intent, refunded } = event.data.object
      // A partial refund does not end the access.
      return ofPayment(stripe, payment_intent, refunded ? { refundedAt: at } : {})
    }
    case 'charge.dispute.created':
      return ofPayment(stripe, event.data.object.payment_intent, { disputeRef: event.data.object.id, disputedAt: at })
    case 'charge.dispute.closed': {
      const { id: disputeRef, created, status, payment_intent } = event.data.object
      // An inquiry that ended without a dispute is closed as a warning.
      const won = ['won', 'warning_closed'].includes(status) ? { disputeWonAt: at } : {}
      return ofPayment(stripe, payment_intent, { disputeRef, disputedAt: new Date(created * 1000), ...won })
    }
    default:
      return NO_PURCHASE
  }
}

function ofSession(session: Stripe.Checkout.Session, change: PaymentChange): Meaning {
  const intent = session.payment_intent
  const paymentRef = typeof intent === 'string' ? intent : intent?.id
  const purchaseId = session.metadata?.['purchase_id'] ?? session.client_reference_id ?? undefined
  return { purchaseId, change: { ...change, checkoutRef: session.id, ...(paymentRef && { paymentRef }) } }
}

/** Refunds and disputes name only the payment. */
async function ofPayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | string | null,
  change: PaymentChange,
): Promise<Meaning> {
  if (intent === null) return NO_PURCHASE
  const payment_intent = typeof intent === 'string' ? intent : intent.id
  const [session] = (await stripe.checkout.sessions.list({ payment_intent, limit: 1 })).data
  return session === undefined ? NO_PURCHASE : ofSession(session, change)
}
