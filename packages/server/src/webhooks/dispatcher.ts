import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { type Claimed, claimDue, findDue, MOST_PER_WEBHOOK } from './delivery-queue.ts'
import { type Outcome, outcomeOf } from './delivery-rules.ts'
import { failAbandonedPings, failQueuedOfDisabled } from './delivery-store.ts'
import { type Attempt, settleAttempts } from './settle-attempts.ts'
import { deliveryHeaders } from './signature.ts'

const TICK_MS = 1000
const HOUSEKEEPING_EVERY_TICKS = 30
const MOST_IN_FLIGHT = 1024
/** Long enough that the first of many results does not go alone while the others wait for it. */
const GATHER_MS = 4
/** A claim takes a transaction; looking into many queues at once is what makes it fast. */
const WEBHOOKS_A_CLAIM = 64
/** A lease lasts longer than any attempt can take, and by default ends soon enough for a dead worker's to resume within 45 s. */
const LEASE_BEYOND_ATTEMPT_MS = 20_000

/**
 * The delivery queue's own loop: claims what is due, sends it, settles the results. Woken by the commit of an event,
 * by a finished delivery, and by a tick that finds retries, lost wake-ups and what a dead worker left behind.
 */
export class Dispatcher {
  readonly #context: AppContext
  readonly #metrics: DeliveryMetrics
  readonly #inFlight = new Set<Promise<void>>()
  readonly #wanted = new Set<string>()
  #settling: Attempt[] = []
  #settled: Promise<void> = Promise.resolve()
  #claiming: Promise<void> | undefined
  #tidying: Promise<unknown> | undefined
  #woken = false
  #sweep = false
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(context: AppContext, metrics: DeliveryMetrics) {
    this.#context = context
    this.#metrics = metrics
  }

  start(): void {
    this.#context.bus.subscribe(announcement => {
      if (announcement.about === 'deliveries') this.#wake(announcement.webhookIds)
    })
    this.#tick()
  }

  /** Claims nothing more, lets what is in flight come to its end, and writes down how it ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#claiming
    await this.#tidying
    await Promise.allSettled(this.#inFlight)
    await this.#settled
  }

  #tick(): void {
    this.#sweep = true
    this.#claim()
    if (this.#ticks++ % HOUSEKEEPING_EVERY_TICKS === 0) {
      const { db, log } = this.#context
      this.#tidying = Promise.all([failQueuedOfDisabled(db), failAbandonedPings(db)]).catch(error =>
        log.warn({ err: error }, 'tidying the delivery queue failed'),
      )
    }
    this.#timer = setTimeout(() => this.#tick(), TICK_MS)
  }

  #wake(webhookIds: readonly string[]): void {
    for (const id of webhookIds) this.#wanted.add(id)
    // Many results are written together, and so come many wishes; one claim serves them all.
    if (this.#woken) return
    this.#woken = true
    setImmediate(() => {
      this.#woken = false
      this.#claim()
    })
  }

  /** One claim at a time, while there is room; wishes that come meanwhile are served by the next one. */
  #claim(): void {
    if (this.#stopped || this.#claiming !== undefined) return
    if (this.#inFlight.size > MOST_IN_FLIGHT - MOST_PER_WEBHOOK) return
    if (!this.#sweep && this.#wanted.size === 0) return
    this.#claiming = this.#claimOnce()
      .catch(error =>
        this.#context.log.warn(`claiming deliveries failed: ${error instanceof Error ? error.message : error}`),
      )
      .finally(() => {
        this.#claiming = undefined
        this.#claim()
      })
  }

  async #claimOnce(): Promise<void> {
    const { db, settings } = this.#context
    if (this.#sweep) {
      this.#sweep = false
      for (const id of await findDue(db)) this.#wanted.add(id)
    }
    const room = Math.floor((MOST_IN_FLIGHT - this.#inFlight.size) / MOST_PER_WEBHOOK)
    const webhookIds = [...this.#wanted].slice(0, Math.min(WEBHOOKS_A_CLAIM, room))
    if (webhookIds.length === 0) return
    for (const id of webhookIds) this.#wanted.delete(id)
    const leaseMs = settings.webhooks.timeoutMs + LEASE_BEYOND_ATTEMPT_MS
    // Whatever is left in these queues is asked for again as soon as one of these has come to its end.
    for (const delivery of await claimDue(db, webhookIds, leaseMs)) this.#send(delivery)
  }

  #send(delivery: Claimed): void {
    const sending = this.#attempt(delivery)
      // It stays leased, and is tried again when the lease ends.
      .catch(error => this.#context.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be tried'))
      .finally(() => {
        this.#inFlight.delete(sending)
        this.#wake([delivery.webhook_id])
      })
    this.#inFlight.add(sending)
  }

  async #attempt(delivery: Claimed): Promise<void> {
    const { clock, outbound, secretBox } = this.#context
    if (delivery.attempt_count === 0) this.#metrics.firstAttempt.observe(delivery.waited_ms / 1000)
    const attemptedAt = clock.now()
    const secrets = [delivery.secret, delivery.previous_secret].filter(secret => secret !== null)
    const headers = deliveryHeaders(
      {
        deliveryId: delivery.id,
        event: delivery.event,
        eventId: delivery.event_id,
        attempt: delivery.attempt_count + 1,
        body: delivery.body,
        secrets: secrets.map(secret => secretBox.open(secret)),
      },
      attemptedAt,
    )
    const outcome: Outcome = outcomeOf(await outbound.post(delivery.url, headers, delivery.body))
    await this.#settle({ delivery, attemptedAt, outcome })
  }

  /** Results are gathered for a moment and written together; those that arrive while others are being written wait for them. */
  #settle(attempt: Attempt): Promise<void> {
    this.#settling.push(attempt)
    if (this.#settling.length === 1) {
      this.#settled = Promise.all([this.#settled, pause(GATHER_MS)]).then(async () => {
        const batch = this.#settling
        this.#settling = []
        await settleAttempts(this.#context, this.#metrics, batch)
      })
    }
    return this.#settled
  }
}
