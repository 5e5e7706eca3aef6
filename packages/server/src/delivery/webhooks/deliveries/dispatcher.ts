import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../../../platform/context.ts'
import { ErrorLog } from '../../../platform/core/error-log.ts'
import { FINISH_WITHIN_MS } from '../../../platform/core/settings/stop-times.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  findDueWebhooks,
  type Lease,
  releaseLeases,
  renewLeases,
} from './claim-deliveries.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { failAbandonedPings, failQueuedOfDisabled } from './delivery-store.ts'
import { ResultRecorder } from './record-results.ts'
import { sendDelivery } from './send-delivery.ts'
import { MAX_SENDING_PER_WEBHOOK, WebhookQueue } from './webhook-queue.ts'

const TICK_MS = 1000
const RENEW_EVERY_TICKS = 3
const CLEAN_UP_EVERY_TICKS = 30
/**
 * Another process continues a dead one's queue when its lease has ended and a tick has found it, which is within 15 s. Renewed
 * every 3 s, a lease survives 9 s in which the process or the database hangs.
 */
const LEASE_MS = 12_000
/** Deliveries of all webhooks together, from the start of an attempt until its result is recorded. */
const MAX_IN_PROGRESS = 1024
const WEBHOOKS_PER_CLAIM = 64
const DELIVERIES_PER_WEBHOOK = 4 * MAX_SENDING_PER_WEBHOOK
/** After an attempt that could not be made or recorded. The delivery is still due: without a pause it would be sent again at once. */
const PAUSE_AFTER_ERROR_MS = 30_000

/**
 * Delivers events to webhooks, in four steps:
 *
 * 1. A webhook is put on the list `#toClaim`: when an event for it is committed, when its queue runs low, or when the search
 *    of each second finds something due (retries, missed notifications, queues of a dead process).
 * 2. One claim at a time takes webhooks off that list and their deliveries out of the database, into a `WebhookQueue` each.
 * 3. Each queue sends a few deliveries at a time. A slow receiver fills its own queue only.
 * 4. Results are written in batches. The next delivery does not wait for that.
 *
 * The webhook's queue is leased to this process meanwhile. If it dies, the lease ends and another process sends what has no
 * result yet, so a delivery arrives at least once.
 */
export class Dispatcher {
  readonly #context: AppContext
  readonly #metrics: DeliveryMetrics
  readonly #issues: ErrorLog
  readonly #leaseToken = randomUUID()
  readonly #results: ResultRecorder
  readonly #toClaim = new Set<string>()
  readonly #queues = new Map<string, WebhookQueue>()
  readonly #inProgress = new Set<Promise<void>>()
  #searchIsDue = false
  #claimIsScheduled = false
  #claiming: Promise<unknown> | undefined
  #renewing: Promise<unknown> | undefined
  #cleaningUp: Promise<unknown> | undefined
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  readonly #stopping = new AbortController()

  constructor(context: AppContext, metrics: DeliveryMetrics) {
    this.#context = context
    this.#metrics = metrics
    this.#issues = new ErrorLog(context.log)
    this.#results = new ResultRecorder(context, metrics, this.#leaseToken)
  }

  start(): void {
    this.#context.bus.subscribe(message => {
      if (message.about === 'deliveries') this.#scheduleClaim(message.webhookIds)
    })
    this.#tick()
  }

  /** Claims nothing more, waits a while for what is being sent, and gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await Promise.all([this.#claiming, this.#renewing, this.#cleaningUp])
    // What takes longer has no result and is sent again by the process that has the queue next.
    await Promise.race([Promise.allSettled(this.#inProgress), delay(FINISH_WITHIN_MS, undefined, { ref: false })])
    await this.#issues.watch('releasing the leases', releaseLeases(this.#context.db, this.#leaseToken))
  }

  #tick(): void {
    this.#searchIsDue = true
    this.#claimNext()
    if (this.#ticks % RENEW_EVERY_TICKS === 0) this.#renewLeases()
    if (this.#ticks % CLEAN_UP_EVERY_TICKS === 0) this.#cleanUp()
    this.#ticks++
    this.#timer = setTimeout(() => this.#tick(), TICK_MS)
  }

  #renewLeases(): void {
    // While the database hangs, a second renewal would only wait behind the first.
    if (this.#queues.size === 0 || this.#renewing !== undefined) return
    const renewal = renewLeases(this.#context.db, this.#leaseOf([...this.#queues.keys()]))
    this.#renewing = this.#issues.watch('renewing the leases', renewal).finally(() => {
      this.#renewing = undefined
    })
  }

  #cleanUp(): void {
    const { db } = this.#context
    const cleaning = Promise.all([failQueuedOfDisabled(db), failAbandonedPings(db)])
    this.#cleaningUp = this.#issues.watch('cleaning up deliveries', cleaning)
  }

  /** Many events are committed at the same time; one claim serves them all. */
  #scheduleClaim(webhookIds: readonly string[]): void {
    for (const id of webhookIds) this.#toClaim.add(id)
    if (this.#claimIsScheduled) return
    this.#claimIsScheduled = true
    setImmediate(() => {
      this.#claimIsScheduled = false
      this.#claimNext()
    })
  }

  #claimNext(): void {
    const isIdle = !this.#searchIsDue && this.#toClaim.size === 0
    const isFull = this.#inProgress.size > MAX_IN_PROGRESS - MAX_SENDING_PER_WEBHOOK
    if (this.#stopping.signal.aborted || this.#claiming !== undefined || isIdle || isFull) return
    this.#claiming = this.#issues.watch('claiming deliveries', this.#claim()).finally(() => {
      this.#claiming = undefined
      this.#claimNext()
    })
  }

  async #claim(): Promise<void> {
    const { db } = this.#context
    if (this.#searchIsDue) {
      this.#searchIsDue = false
      for (const id of await findDueWebhooks(db)) this.#toClaim.add(id)
    }
    const webhookIds = this.#chooseWebhooks()
    if (webhookIds.length === 0) return
    const except = webhookIds.flatMap(id => this.#queues.get(id)?.deliveryIds ?? [])
    const limit = DELIVERIES_PER_WEBHOOK
    const claimed = await claimDeliveries(db, this.#leaseOf(webhookIds), { limit, except })
    for (const id of webhookIds) {
      const queue = this.#queues.get(id) ?? new WebhookQueue()
      this.#queues.set(id, queue)
      queue.add(claimed.get(id) ?? [], limit)
      this.#sendWaiting(id, queue)
    }
  }

  /**
   * Takes webhooks off the list. A webhook whose queue is still long enough is claimed later, when its queue runs low.
   */
  #chooseWebhooks(): string[] {
    const room = Math.floor((MAX_IN_PROGRESS - this.#inProgress.size) / MAX_SENDING_PER_WEBHOOK)
    const most = Math.min(WEBHOOKS_PER_CLAIM, room)
    const chosen: string[] = []
    for (const id of this.#toClaim) {
      if (chosen.length === most) break
      this.#toClaim.delete(id)
      const queue = this.#queues.get(id)
      const needsMore = queue === undefined || queue.needsMore
      if (queue !== undefined) queue.mayHaveMore = !needsMore
      if (needsMore) chosen.push(id)
    }
    return chosen
  }

  #leaseOf(webhookIds: readonly string[]): Lease {
    return { webhookIds, token: this.#leaseToken, durationMs: LEASE_MS }
  }

  #sendWaiting(webhookId: string, queue: WebhookQueue): void {
    if (this.#stopping.signal.aborted) return
    for (let delivery = queue.startNext(); delivery !== undefined; delivery = queue.startNext()) {
      this.#startDelivery(queue, delivery)
    }
    if (queue.mayHaveMore && queue.needsMore) this.#scheduleClaim([webhookId])
    if (queue.isEmpty) this.#queues.delete(webhookId)
  }

  #startDelivery(queue: WebhookQueue, delivery: ClaimedDelivery): void {
    const delivering = this.#deliver(queue, delivery).then(() => {
      this.#inProgress.delete(delivering)
      queue.recorded(delivery.id)
      this.#sendWaiting(delivery.webhook.id, queue)
      this.#claimNext()
    })
    this.#inProgress.add(delivering)
  }

  async #deliver(queue: WebhookQueue, delivery: ClaimedDelivery): Promise<void> {
    if (delivery.attempt_count === 0) this.#metrics.firstAttempt.observe(delivery.waited_ms / 1000)
    let isRecorded = false
    try {
      const attempt = await sendDelivery(this.#context, delivery).finally(() => queue.sent())
      this.#sendWaiting(delivery.webhook.id, queue)
      isRecorded = await this.#results.record(attempt)
    } catch (error) {
      this.#context.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be sent')
    }
    if (isRecorded) return
    await delay(PAUSE_AFTER_ERROR_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
}
