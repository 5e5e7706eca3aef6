import type { Claimed } from './delivery-queue.ts'

/** How many deliveries of one webhook are on their way at a time, across all nodes: only one node holds its queue. */
export const MOST_PER_WEBHOOK = 4
/** Beyond this many results that wait to be written, the webhook waits too: what goes wrong with one clogs no other. */
const MOST_UNSETTLED = 4 * MOST_PER_WEBHOOK
/** With no more than so many left, it is time to ask for more: an answer takes as long as these do. */
const ENOUGH = 2 * MOST_PER_WEBHOOK
/** What was claimed longer ago is claimed anew: the webhook may have been switched off or changed since. */
const FRESH_MS = 500

/** One webhook's deliveries at this node: what waits for its turn, what is on its way, what is not yet written down. */
export class Lane {
  /** Beyond what waits here there may be more in the queue. */
  mayHaveMore = false
  readonly #now: () => number
  #waiting: { readonly delivery: Claimed; readonly claimedAtMs: number }[] = []
  #onTheirWay = 0
  readonly #unsettled = new Set<string>()

  /** `now` in milliseconds from anywhere. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Whether it is worth asking the queue for more. */
  get isHungry(): boolean {
    this.#dropStale()
    return this.#waiting.length <= ENOUGH && this.#hasRoom
  }

  get isEmpty(): boolean {
    return this.#unsettled.size === 0 && this.#waiting.length === 0
  }

  /** What the queue still shows as due although it is being taken care of here. */
  get busy(): string[] {
    return [...this.#unsettled, ...this.#waiting.map(({ delivery }) => delivery.id)]
  }

  fill(claimed: readonly Claimed[], most: number): void {
    const claimedAtMs = this.#now()
    for (const delivery of claimed) this.#waiting.push({ delivery, claimedAtMs })
    if (claimed.length === most) this.mayHaveMore = true
  }

  /** The next one to send, if there is one and one more may be on its way. */
  next(): Claimed | undefined {
    this.#dropStale()
    if (!this.#hasRoom) return undefined
    const delivery = this.#waiting.shift()?.delivery
    if (delivery === undefined) return undefined
    this.#onTheirWay++
    this.#unsettled.add(delivery.id)
    return delivery
  }

  answered(): void {
    this.#onTheirWay--
  }

  settled(id: string): void {
    this.#unsettled.delete(id)
  }

  get #hasRoom(): boolean {
    return this.#onTheirWay < MOST_PER_WEBHOOK && this.#unsettled.size < MOST_UNSETTLED
  }

  #dropStale(): void {
    const [first] = this.#waiting
    if (first === undefined || this.#now() - first.claimedAtMs < FRESH_MS) return
    this.#waiting = []
    this.mayHaveMore = true
  }
}
