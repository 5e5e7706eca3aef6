import type Stripe from 'stripe'
import { AppError } from '../../platform/core/errors.ts'
import type { StripeSettings } from '../../platform/core/settings/payment-settings.ts'
import type { Checkout, PaymentChange, PaymentProvider, Purchase } from './payment-provider.ts'
import { readStripeEvent, STRIPE_EVENTS } from './stripe-events.ts'
import { isAlreadyRefunded, isIdempotencyConflict, isRejection, stateOf } from './stripe-state.ts'

const TIMEOUT_MS = 10_000
const NAME_MAX_CHARACTERS = 250
/** A checkout page is open for 24 hours. One that was never made cannot be paid after that either. */
const NEVER_OPENED_MS = 25 * 3_600_000

/** Loaded when it is used first: most installations do not need it. */
export async function loadStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const address = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

/** Hosted Checkout: the buyer pays on a page of Stripe. */
export function stripeProvider(settings: StripeSettings, publicUrl: URL): PaymentProvider {
  let loading: Promise<Stripe> | undefined
  const stripe = () => {
    loading ??= loadStripe(settings)
    return loading
  }

  const read = async (purchase: Purchase): Promise<PaymentChange> => {
    if (purchase.checkout_ref === null) {
      const closedAt = new Date(purchase.created_at.getTime() + NEVER_OPENED_MS)
      return closedAt.getTime() < Date.now() ? { expiredAt: closedAt } : {}
    }
    const expand = ['payment_intent.latest_charge.refunds']
    return stateOf(await (await stripe()).checkout.sessions.retrieve(purchase.checkout_ref, { expand }))
  }

  const openCheckout = async (purchase: Purchase): Promise<Checkout> => {
    const metadata = { purchase_id: purchase.id }
    const back = `${publicUrl.origin}/purchases/${purchase.id}/return`
    const name = [...purchase.title].slice(0, NAME_MAX_CHARACTERS).join('') || '-'
    const session = await (await stripe()).checkout.sessions.create(
      {
        mode: 'payment',
        // Yen has no smaller unit.
        line_items: [
          { quantity: 1, price_data: { currency: 'jpy', unit_amount: purchase.price_jpy, product_data: { name } } },
        ],
        // Otherwise, if the account's settings say so, Stripe shows and takes another currency, and the payment does not fit.
        adaptive_pricing: { enabled: false },
        client_reference_id: purchase.id,
        metadata,
        payment_intent_data: { metadata },
        success_url: back,
        cancel_url: back,
      },
      { idempotencyKey: `checkout-${purchase.id}` },
    )
    if (session.url === null) throw new AppError('UNAVAILABLE', 'The payment page could not be opened. Try again.')
    return { ref: session.id, url: session.url }
  }

  /**
   * For a purchase whose server was killed before it stored the page: Stripe answers the same request with the same
   * page.
   */
  const findUnstored = async (purchase: Purchase): Promise<string | undefined> => {
    try {
      return (await openCheckout(purchase)).ref
    } catch (error) {
      // The request has changed, for example with PUBLIC_URL. Nobody knows the address of the page.
      if (isIdempotencyConflict(error)) return undefined
      throw error
    }
  }

  return {
    name: 'stripe',
    read,
    openCheckout,
    closeCheckout: async purchase => {
      const ref = purchase.checkout_ref ?? (await findUnstored(purchase))
      if (ref === undefined) return { expiredAt: new Date() }
      // It may have been completed or closed meanwhile; then Stripe refuses, and its state decides.
      await (await stripe()).checkout.sessions.expire(ref).catch((error: unknown) => {
        if (!isRejection(error)) throw error
      })
      return read({ ...purchase, checkout_ref: ref })
    },
    refund: async purchase => {
      const paymentRef = purchase.payment_ref ?? (await read(purchase)).paymentRef
      if (paymentRef === undefined) throw new Error(`purchase ${purchase.id} has no payment to pay back`)
      try {
        const refund = await (await stripe()).refunds.create(
          { payment_intent: paymentRef, metadata: { purchase_id: purchase.id } },
          { idempotencyKey: `refund-${purchase.id}` },
        )
        if (refund.status === 'failed' || refund.status === 'canceled') throw new Error(`a refund is ${refund.status}`)
        return { refundedAt: new Date(refund.created * 1000), paymentRef }
      } catch (error) {
        if (!isAlreadyRefunded(error)) throw error
        return read(purchase)
      }
    },
    listEvents: async function* (from) {
      const client = await stripe()
      const created = { gte: Math.floor(from.getTime() / 1000) }
      for await (const event of client.events.list({ types: [...STRIPE_EVENTS], created, limit: 100 })) {
        yield { id: event.id, read: () => readStripeEvent(client, event) }
      }
    },
    readEvent: async id => {
      const client = await stripe()
      return readStripeEvent(client, await client.events.retrieve(id))
    },
  }
}
