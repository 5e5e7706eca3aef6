import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { FINISH_WITHIN_MS } from '../core/stop-times.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { type Claimed, claimDue, findDue, releaseQueues, renewLeases } from './delivery-queue.ts'
import { type Outcome, outcomeOf } from './delivery-rules.ts'
import { failAbandonedPings, failQueuedOfDisabled } from './delivery-store.ts'
import { Lane, MOST_PER_WEBHOOK } from './lane.ts'
import { type Attempt, settleAttempts } from './settle-attempts.ts'
import { deliveryHeaders } from './signature.ts'

const TICK_MS = 1000
const HOUSEKEEPING_EVERY_TICKS = 30
const MOST_IN_FLIGHT = 1024
/** A claim looks into many queues at once, and takes a few turns' worth of each. */
const WEBHOOKS_A_CLAIM = 64
const CLAIMED_EACH = 4 * MOST_PER_WEBHOOK
/** Long enough that the first of many results does not go alone while the others wait for it. */
const GATHER_MS = 4
/** What could not be tried or written down is left alone for so long, and not sent again and again meanwhile. */
const HOLD_MS = 30_000
/**
 * Another node continues a dead node's queue when its lease has ended and a tick has found it, which is within 15 s. Renewed
 * every 3 s, a lease survives 9 s in which the node or the database hangs.
 */
const LEASE_MS = 12_000
const RENEW_EVERY_TICKS = 3

/**
 * The delivery queue's own loop: claims what is due, sends it, settles the results. Woken by the commit of an event,
 * by a delivery that makes room, and by a tick that finds retries, lost wake-ups and what a dead node left behind.
 */
export class Dispatcher {
  readonly #context: AppContext
  readonly #metrics: DeliveryMetrics
  readonly #node = randomUUID()
  readonly #lanes = new Map<string, Lane>()
  readonly #inFlight = new Set<Promise<void>>()
  readonly #wanted = new Set<string>()
  #settling: Attempt[] = []
  #settled: Promise<boolean> = Promise.resolve(true)
  #claiming: Promise<void> | undefined
  #tidying: Promise<unknown> | undefined
  #renewing: Promise<void> | undefined
  #woken = false
  #sweep = false
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  readonly #stop = new AbortController()

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

  /** Claims nothing more, lets what is in flight come to its end, writes down how it ended, and lets go of the queues. */
  async stop(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#timer)
    await this.#claiming
    await this.#tidying
    await this.#renewing
    // What takes longer than that is sent again by whoever has the queue next.
    await Promise.race([Promise.allSettled(this.#inFlight), pause(FINISH_WITHIN_MS, undefined, { ref: false })])
    const { db, log } = this.#context
    await releaseQueues(db, this.#node).catch(error => log.warn({ err: error }, 'the queues end with their leases'))
  }

  #tick(): void {
    this.#sweep = true
    this.#claim()
    this.#ticks++
    if (this.#ticks % RENEW_EVERY_TICKS === 0) this.#renewLeases()
    if (this.#ticks % HOUSEKEEPING_EVERY_TICKS === 1) {
      const { db, log } = this.#context
      this.#tidying = Promise.all([failQueuedOfDisabled(db), failAbandonedPings(db)]).catch(error =>
        log.warn({ err: error }, 'tidying the delivery queue failed'),
      )
    }
    this.#timer = setTimeout(() => this.#tick(), TICK_MS)
  }

  /** One at a time: while the database hangs, a second one would only wait behind the first. */
  #renewLeases(): void {
    const webhookIds = [...this.#lanes.keys()]
    if (webhookIds.length === 0 || this.#renewing !== undefined) return
    const { db, log } = this.#context
    this.#renewing = renewLeases(db, { webhookIds, node: this.#node, leaseMs: LEASE_MS })
      .catch(error => log.warn({ err: error }, 'renewing the leases of queues failed'))
      .finally(() => {
        this.#renewing = undefined
      })
  }

  #wake(webhookIds: readonly string[]): void {
    for (const id of webhookIds) this.#wanted.add(id)
    // Many wishes come at the same time; one claim serves them all.
    if (this.#woken) return
    this.#woken = true
    setImmediate(() => {
      this.#woken = false
      this.#claim()
    })
  }

  /** One claim at a time, while there is room; wishes that come meanwhile are served by the next one. */
  #claim(): void {
    if (this.#stop.signal.aborted || this.#claiming !== undefined) return
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
    const { db } = this.#context
    if (this.#sweep) {
      this.#sweep = false
      for (const id of await findDue(db)) this.#wanted.add(id)
    }
    const webhookIds = this.#chooseHungry()
    if (webhookIds.length === 0) return
    const busy = webhookIds.flatMap(id => this.#lanes.get(id)?.busy ?? [])
    const claimed = await claimDue(db, {
      webhookIds,
      node: this.#node,
      leaseMs: LEASE_MS,
      mostEach: CLAIMED_EACH,
      busy,
    })
    for (const id of webhookIds) {
      this.#laneOf(id).fill(claimed.get(id) ?? [], CLAIMED_EACH)
      this.#sendNext(id)
    }
  }

  /** The webhooks to ask for now. Whoever has enough is asked for again when that is sent. */
  #chooseHungry(): string[] {
    const room = Math.floor((MOST_IN_FLIGHT - this.#inFlight.size) / MOST_PER_WEBHOOK)
    const most = Math.min(WEBHOOKS_A_CLAIM, room)
    const chosen: string[] = []
    for (const id of this.#wanted) {
      if (chosen.length === most) break
      this.#wanted.delete(id)
      const lane = this.#lanes.get(id)
      if (lane !== undefined) lane.mayHaveMore = !lane.isHungry
      if (lane === undefined || lane.isHungry) chosen.push(id)
    }
    return chosen
  }

  #laneOf(webhookId: string): Lane {
    let lane = this.#lanes.get(webhookId)
    if (lane === undefined) {
      lane = new Lane()
      this.#lanes.set(webhookId, lane)
    }
    return lane
  }

  #sendNext(webhookId: string): void {
    const lane = this.#lanes.get(webhookId)
    if (lane === undefined || this.#stop.signal.aborted) return
    for (let delivery = lane.next(); delivery !== undefined; delivery = lane.next()) this.#send(lane, delivery)
    if (lane.mayHaveMore && lane.isHungry) this.#wake([webhookId])
    if (lane.isEmpty) this.#lanes.delete(webhookId)
  }

  #send(lane: Lane, delivery: Claimed): void {
    const sending = this.#seeThrough(lane, delivery).then(() => {
      this.#inFlight.delete(sending)
      lane.settled(delivery.id)
      this.#sendNext(delivery.webhook.id)
      this.#claim()
    })
    this.#inFlight.add(sending)
  }

  async #seeThrough(lane: Lane, delivery: Claimed): Promise<void> {
    try {
      if (await this.#attempt(lane, delivery)) return
    } catch (error) {
      this.#context.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be tried')
    }
    // It is still due: without a pause it would be claimed again at once.
    await pause(HOLD_MS, undefined, { signal: this.#stop.signal }).catch(() => {})
  }

  /** Answers whether the result could be written down. */
  async #attempt(lane: Lane, delivery: Claimed): Promise<boolean> {
    const { clock, outbound, secretBox } = this.#context
    if (delivery.attempt_count === 0) this.#metrics.firstAttempt.observe(delivery.waited_ms / 1000)
    const attemptedAt = clock.now()
    const { webhook } = delivery
    const secrets = [webhook.secret, webhook.previous_secret].filter(secret => secret !== null)
    let outcome: Outcome
    try {
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
      outcome = outcomeOf(await outbound.post(webhook.url, headers, delivery.body), clock.now())
    } finally {
      lane.answered()
    }
    // While the result is being written down, the next one may go.
    this.#sendNext(webhook.id)
    return this.#settle({ delivery, attemptedAt, outcome })
  }

  /** Results are gathered for a moment and written together; those that arrive while others are being written wait for them. */
  #settle(attempt: Attempt): Promise<boolean> {
    this.#settling.push(attempt)
    if (this.#settling.length === 1) {
      this.#settled = Promise.all([this.#settled, pause(GATHER_MS)]).then(async () => {
        const batch = this.#settling
        this.#settling = []
        return settleAttempts(this.#context, this.#metrics, this.#node, batch)
      })
    }
    return this.#settled
  }
}
