import type Stripe from 'stripe'
import type { PaymentChange, ProviderEvent } from './payment-provider.ts'

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
      return ofSession(event.data.object, event.data.object.payment_status === 'paid' ? { paidAt: at } : {})
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, { expiredAt: at })
    case 'charge.refunded': {
      const { metadata, refunded } = event.data.object
      // A partial refund does not end the access.
      return { purchaseId: metadata['purchase_id'], change: refunded ? { refundedAt: at } : {} }
    }
    case 'charge.dispute.created':
      return ofDispute(stripe, event.data.object, { disputedAt: at })
    case 'charge.dispute.closed': {
      const disputedAt = new Date(event.data.object.created * 1000)
      // An inquiry that ended without a dispute is closed as a warning.
      const isWon = ['won', 'warning_closed'].includes(event.data.object.status)
      return ofDispute(stripe, event.data.object, { disputedAt, ...(isWon && { disputeWonAt: at }) })
    }
    default:
      return { purchaseId: undefined, change: {} }
  }
}

function ofSession(session: Stripe.Checkout.Session, change: PaymentChange): Meaning {
  const intent = session.payment_intent
  const paymentRef = typeof intent === 'string' ? intent : intent?.id
  const purchaseId = session.metadata?.['purchase_id'] ?? session.client_reference_id ?? undefined
  return { purchaseId, change: { ...change, ...(paymentRef && { paymentRef }) } }
}

/** A dispute names only the payment. The metadata of the payment has the id of the purchase. */
async function ofDispute(stripe: Stripe, dispute: Stripe.Dispute, change: PaymentChange): Promise<Meaning> {
  const intent = dispute.payment_intent
  if (intent === null) return { purchaseId: undefined, change: {} }
  const { metadata } = typeof intent === 'string' ? await stripe.paymentIntents.retrieve(intent) : intent
  return { purchaseId: metadata['purchase_id'], change: { ...change, disputeRef: dispute.id } }
}
