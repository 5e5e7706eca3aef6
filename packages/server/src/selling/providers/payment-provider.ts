import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

export type Purchase = Selectable<Tables['purchases']>

/** What has happened to a payment, with the provider's times. What is left out is unknown, not false. */
export interface PaymentChange {
  readonly paidAt?: Date
  readonly expiredAt?: Date
  /** The whole amount was paid back. */
  readonly refundedAt?: Date
  /** Which dispute the report is about: there may be several at the same time. */
  readonly disputeRef?: string
  readonly disputedAt?: Date
  readonly disputeWonAt?: Date
  readonly paymentRef?: string
  /** The page where it was paid, if the purchase was not found by it. */
  readonly checkoutRef?: string
  /** What was paid, with the currency in lower case: `300 jpy`. */
  readonly amount?: string
}

/** Something that a provider has reported. Each id is recorded once. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  /** The purchase that it names, which may be another one than that of its checkout page. */
  readonly purchaseId: string | undefined
  readonly occurredAt: Date
  readonly change: PaymentChange
}

/** An event in the provider's list, which may be known already. */
export interface ListedEvent {
  readonly id: string
  read(): Promise<ProviderEvent>
}

export interface Checkout {
  readonly ref: string
  readonly url: string
}

/** A service that takes payments. Every call can be repeated: for the same purchase it has the same effect. */
export interface PaymentProvider {
  readonly name: 'test' | 'stripe'
  /** Makes the page where the buyer pays. */
  openCheckout(purchase: Purchase): Promise<Checkout>
  /** The current state of the payment. */
  read(purchase: Purchase): Promise<PaymentChange>
  /** Closes the checkout page, unless it was paid, and returns the state after that. */
  closeCheckout(purchase: Purchase): Promise<PaymentChange>
  /** Pays the whole price back, and returns the state after that. */
  refund(purchase: Purchase): Promise<PaymentChange>
  /** The events since a time, in any order. */
  listEvents(from: Date): AsyncIterable<ListedEvent>
  /** One of these events. */
  readEvent(id: string): Promise<ProviderEvent>
}
