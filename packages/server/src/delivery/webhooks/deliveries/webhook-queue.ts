import type { ClaimedDelivery } from './claim-deliveries.ts'

/** How many requests one webhook gets at a time. Only one process has its queue, so this holds across all of them. */
export const MAX_SENDING_PER_WEBHOOK = 4
/**
 * The most results that may wait to be written; beyond that nothing is sent, so that one webhook cannot use up the
 * memory.
 */
const MAX_UNRECORDED = 4 * MAX_SENDING_PER_WEBHOOK
/** More is claimed when this many or fewer are waiting: a claim takes about as long as sending them. */
const CLAIM_MORE_AT = 2 * MAX_SENDING_PER_WEBHOOK
/** A delivery that has waited longer is claimed again, because the webhook may have been changed or disabled since. */
const CLAIM_VALID_MS = 500

/**
 * The deliveries of one webhook that this process has claimed. Each is waiting, then sending, then unrecorded until its result
 * is in the database.
 */
export class WebhookQueue {
  /** The database may hold more deliveries that are due. */
  mayHaveMore = false
  readonly #now: () => number
  #waiting: { readonly delivery: ClaimedDelivery; readonly claimedAtMs: number }[] = []
  #sending = 0
  /** Those that are being sent, and those whose result is not in the database yet. */
  readonly #unrecorded = new Set<string>()

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get needsMore(): boolean {
    this.#dropOldClaims()
    return this.#waiting.length <= CLAIM_MORE_AT && this.#canSend
  }

  get isEmpty(): boolean {
    return this.#unrecorded.size === 0 && this.#waiting.length === 0
  }

  /** Still due in the database, but not to be claimed again. */
  get deliveryIds(): string[] {
    return [...this.#unrecorded, ...this.#waiting.map(({ delivery }) => delivery.id)]
  }

  /** `limit` is how many could have been claimed at most. */
  add(claimed: readonly ClaimedDelivery[], limit: number): void {
    const claimedAtMs = this.#now()
    for (const delivery of claimed) this.#waiting.push({ delivery, claimedAtMs })
    if (claimed.length === limit) this.mayHaveMore = true
  }

  /** The next delivery to send; undefined if none is waiting or too many are being sent. */
  startNext(): ClaimedDelivery | undefined {
    this.#dropOldClaims()
    if (!this.#canSend) return undefined
    const delivery = this.#waiting.shift()?.delivery
    if (delivery === undefined) return undefined
    this.#sending++
    this.#unrecorded.add(delivery.id)
    return delivery
  }

  /** One request has ended; its result is still to be recorded. */
  sent(): void {
    this.#sending--
  }

  recorded(id: string): void {
    this.#unrecorded.delete(id)
  }

  get #canSend(): boolean {
    return this.#sending < MAX_SENDING_PER_WEBHOOK && this.#unrecorded.size < MAX_UNRECORDED
  }

  #dropOldClaims(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#now() - first.claimedAtMs < CLAIM_VALID_MS) return
    this.#waiting = []
    this.mayHaveMore = true
  }
}
