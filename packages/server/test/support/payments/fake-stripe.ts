import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

export const WEBHOOK_SECRET = 'whsec_test_secret'

interface Session {
  readonly id: string
  readonly purchaseId: string
  readonly amount: number
  /** Whether the buyer may pay in another currency, as the settings of the account say. */
  readonly isConverted: boolean
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  refundedAt: number | undefined
  dispute: 'none' | 'open' | 'won'
}

interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly created: number
  readonly data: { readonly object: Record<string, unknown> }
}

const EVENTS_PER_PAGE = 5

const now = () => Math.floor(Date.now() / 1000)

/**
 * The parts of Stripe's API that we use, with its state. Events are collected; a test delivers them in any order, several
 * times, late or never.
 */
export class FakeStripe {
  readonly sessions = new Map<string, Session>()
  /** Pages that our server did not ask for. */
  readonly #elsewhere = new Map<string, Session>()
  readonly events: StripeEvent[] = []
  /** Requests to paths with this text fail with 500 before they have an effect. */
  failing: string | undefined
  /** The paths of all requests. */
  readonly requests: string[] = []
  readonly #stripe = new Stripe('sk_test_fake')
  readonly #answers = new Map<string, unknown>()
  readonly #server: Server
  #count = 0

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = new URLSearchParams(await text(request))
      const { status, value } = this.#answer(request, body)
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${++this.#count}` })
      response.end(JSON.stringify(value))
    })
  }

  static async start(port = 0): Promise<FakeStripe> {
    const fake = new FakeStripe()
    await new Promise<void>(resolve => fake.#server.listen(port, '127.0.0.1', resolve))
    return fake
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  sessionOf(purchaseId: string): Session {
    const found = [...this.sessions.values()].find(session => session.purchaseId === purchaseId)
    if (found === undefined) throw new Error(`no checkout for ${purchaseId}`)
    return found
  }

  /** What the buyer does on the checkout page. Returns whether the page was still open. */
  pay(purchaseId: string): boolean {
    const session = this.sessionOf(purchaseId)
    if (session.status !== 'open') return false
    Object.assign(session, { status: 'complete', paid: true })
    this.#emit('checkout.session.completed', sessionObject(session))
    return true
  }

  /** The buyer completes the page and pays later, for example in a shop. */
  payLater(purchaseId: string): void {
    const session = this.sessionOf(purchaseId)
    session.status = 'complete'
    this.#emit('checkout.session.completed', sessionObject(session))
  }

  /** The money of `payLater` arrives. */
  receive(purchaseId: string): void {
    const session = this.sessionOf(purchaseId)
    session.paid = true
    this.#emit('checkout.session.async_payment_succeeded', sessionObject(session))
  }

  expire(purchaseId: string): void {
    const session = this.sessionOf(purchaseId)
    if (session.status !== 'open') return
    session.status = 'expired'
    this.#emit('checkout.session.expired', sessionObject(session))
  }

  refund(purchaseId: string): void {
    const session = this.sessionOf(purchaseId)
    if (!session.paid || session.refundedAt !== undefined) return
    session.refundedAt = now()
    this.#emit('charge.refunded', chargeObject(session))
  }

  dispute(purchaseId: string): void {
    const session = this.sessionOf(purchaseId)
    session.dispute = 'open'
    this.#emit('charge.dispute.created', disputeObject(session, 'needs_response'))
  }

  /** `warning_closed`: an inquiry that ended without a dispute. */
  winDispute(purchaseId: string, status: 'won' | 'warning_closed' = 'won'): void {
    const session = this.sessionOf(purchaseId)
    session.dispute = 'won'
    this.#emit('charge.dispute.closed', disputeObject(session, status))
  }

  /**
   * A payment on another page of the account, such as a payment link, whose address anybody can give the id of a purchase.
   * Its events are the caller's to deliver.
   */
  payElsewhere(purchaseId: string, fields: Record<string, unknown> = {}) {
    const id = `cs_elsewhere${this.#elsewhere.size + 1}`
    const session: Session = {
      ...{
        id,
        purchaseId,
        amount: 50,
        status: 'complete',
        paid: true,
        isConverted: false,
        refundedAt: undefined,
        dispute: 'none',
      },
    }
    this.#elsewhere.set(id, session)
    const event = (type: string, object: Record<string, unknown>): StripeEvent => ({
      ...{ id: `evt_${type}_${id}`, type, created: now(), data: { object } },
    })
    return {
      paid: event('checkout.session.completed', { ...sessionObject(session), metadata: {}, ...fields }),
      received: event('checkout.session.async_payment_succeeded', { ...sessionObject(session), ...fields }),
      expired: event('checkout.session.expired', sessionObject(session)),
      failed: event('checkout.session.async_payment_failed', sessionObject(session)),
      refunded: event('charge.refunded', { ...chargeObject(session), refunded: true }),
      disputed: event('charge.dispute.created', disputeObject(session, 'needs_response')),
    }
  }

  /** Sends an event as Stripe does. Returns the status of the response. */
  async deliver(event: StripeEvent, receiverUrl: string, secret = WEBHOOK_SECRET): Promise<number> {
    const payload = JSON.stringify(eventObject(event))
    const signature = this.#stripe.webhooks.generateTestHeaderString({ payload, secret })
    const response = await fetch(`${receiverUrl}/payments/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    await response.text()
    return response.status
  }

  #emit(type: string, object: Record<string, unknown>): void {
    this.events.push({ id: `evt_${this.events.length + 1}`, type, created: now(), data: { object } })
  }

  #answer({ method, url = '', headers }: IncomingMessage, body: URLSearchParams): { status: number; value: unknown } {
    this.requests.push(url)
    if (this.failing !== undefined && url.includes(this.failing)) {
      return { status: 500, value: { error: { type: 'api_error', message: 'fails' } } }
    }
    const key = headers['idempotency-key']
    const known = typeof key === 'string' ? this.#answers.get(key) : undefined
    if (known !== undefined) return { status: 200, value: known }
    const [path = '', query] = url.split('?')
    const intent = new URLSearchParams(query).get('payment_intent')
    const line = `${method} ${path}${intent === null ? '' : `?payment_intent=${intent}`}`
    const value = path === '/v1/events' ? this.#listEvents(new URLSearchParams(query)) : this.#handle(line, body)
    if (value === undefined) {
      const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'not possible' }
      return { status: 400, value: { error } }
    }
    if (typeof key === 'string') this.#answers.set(key, value)
    return { status: 200, value }
  }

  #handle(line: string, body: URLSearchParams): unknown {
    if (line === 'POST /v1/checkout/sessions') return this.#createSession(body)
    if (line === 'POST /v1/refunds') {
      const session = this.sessions.get((body.get('payment_intent') ?? '').replace('pi_', 'cs_'))
      if (session === undefined || !session.paid || session.refundedAt !== undefined) return undefined
      this.refund(session.purchaseId)
      return { id: `re_${session.id}`, object: 'refund', created: session.refundedAt, status: 'succeeded' }
    }
    if (line.startsWith('GET /v1/checkout/sessions?payment_intent=')) {
      const id = line.split('=')[1]?.replace('pi_', 'cs_') ?? ''
      const session = this.sessions.get(id) ?? this.#elsewhere.get(id)
      return { object: 'list', data: session === undefined ? [] : [sessionObject(session)], has_more: false }
    }
    const event = this.events.find(({ id }) => line === `GET /v1/events/${id}`)
    if (event !== undefined) return eventObject(event)
    const [, kind, id = '', action] =
      /^\w+ \/v1\/(checkout\/sessions|payment_intents)\/(\w+)(\/expire)?$/.exec(line) ?? []
    const session = this.sessions.get(id.replace('pi_', 'cs_'))
    if (session === undefined) return undefined
    if (kind === 'payment_intents') return intentObject(session)
    if (action !== undefined) {
      if (session.status !== 'open') return undefined
      this.expire(session.purchaseId)
    }
    return { ...sessionObject(session), payment_intent: session.paid ? intentObject(session) : null }
  }

  /** Newest first, in small pages. */
  #listEvents(query: URLSearchParams): unknown {
    const types = [...query].filter(([name]) => name.startsWith('types[')).map(([, type]) => type)
    const since = Number(query.get('created[gte]'))
    const matching = this.events.filter(({ type, created }) => types.includes(type) && created >= since).toReversed()
    const first = matching.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = matching.slice(first, first + EVENTS_PER_PAGE).map(eventObject)
    return { object: 'list', url: '/v1/events', data, has_more: first + EVENTS_PER_PAGE < matching.length }
  }

  #createSession(body: URLSearchParams): unknown {
    const session: Session = {
      id: `cs_${this.sessions.size + 1}`,
      purchaseId: body.get('client_reference_id') ?? '',
      amount: Number(body.get('line_items[0][price_data][unit_amount]')),
      isConverted: body.get('adaptive_pricing[enabled]') !== 'false',
      status: 'open',
      paid: false,
      refundedAt: undefined,
      dispute: 'none',
    }
    this.sessions.set(session.id, session)
    return sessionObject(session)
  }
}

const eventObject = (event: StripeEvent) => ({ object: 'event', api_version: null, livemode: false, ...event })

const paymentOf = ({ id }: Session) => id.replace('cs_', 'pi_')

const sessionObject = (session: Session) => ({
  id: session.id,
  object: 'checkout.session',
  url: `https://checkout.stripe.com/c/pay/${session.id}`,
  client_reference_id: session.purchaseId,
  metadata: { purchase_id: session.purchaseId },
  status: session.status,
  payment_status: session.paid ? 'paid' : 'unpaid',
  payment_intent: session.paid ? paymentOf(session) : null,
  amount_total: session.amount,
  currency: 'jpy',
  created: now(),
  expires_at: now(),
})

const intentObject = (session: Session) => ({
  id: paymentOf(session),
  object: 'payment_intent',
  metadata: { purchase_id: session.purchaseId },
  latest_charge: chargeObject(session),
})

const chargeObject = (session: Session) => ({
  id: session.id.replace('cs_', 'ch_'),
  object: 'charge',
  payment_intent: paymentOf(session),
  metadata: { purchase_id: session.purchaseId },
  created: now(),
  refunded: session.refundedAt !== undefined,
  refunds: { data: session.refundedAt === undefined ? [] : [{ created: session.refundedAt }] },
  // It stays true after the dispute was won.
  disputed: session.dispute !== 'none',
})

const disputeObject = (session: Session, status: string) => ({
  id: session.id.replace('cs_', 'dp_'),
  object: 'dispute',
  payment_intent: paymentOf(session),
  created: now(),
  status,
})
