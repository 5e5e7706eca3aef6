import type { CallSource, NewCalls, SharedCount, SharedCounts } from './shared-counts.ts'

/** A call, by its position among those that are reported together. */
interface Waiting {
  readonly position: number
  readonly resolve: (position: number) => void
}

/**
 * The calls of one key in its current window: those of all processes, as far as known, and our new ones.
 *
 * An example with `portion` 2. All processes together have counted 5 calls, as this one knows from its last report.
 * 1. A call is the 6th. It is answered at once, and will be reported within a second.
 * 2. Another is the 7th. More than half of the portion is unreported now, so `take` reports both at once.
 * 3. A third one comes before the report has a response. It exceeds the portion, so it waits for the next report.
 * 4. The response (`settle`) is 9: other processes have counted 2 calls meanwhile. The third call is reported.
 * 5. The response is 10, so the third call is the 10th. It was counted by all processes before it was answered.
 */
export class SharedWindow implements CallSource {
  readonly #counts: SharedCounts
  readonly #key: string
  readonly #windowMs: number
  readonly #now: () => number
  #startMs: number
  /** All calls that the shared count had at the last report. */
  #known = 0
  #reported = 0
  #unreported = 0
  #waiting: Waiting[] = []
  #waitingForResult: Waiting[] = []

  constructor(counts: SharedCounts, key: string, windowMs: number, now: () => number) {
    this.#counts = counts
    this.#key = key
    this.#windowMs = windowMs
    this.#now = now
    this.#startMs = now()
  }

  get startMs(): number {
    return this.#startMs
  }

  get endMs(): number {
    return this.#startMs + this.#windowMs
  }

  /**
   * Counts a call and returns its position among all calls of the window. With up to `portion` calls that were not
   * reported yet, it does not wait.
   */
  count(limit: number, portion: number): number | Promise<number> {
    // Refused by every process until the window ends, so it need not be reported.
    if (this.#known >= limit) return this.#known + 1
    this.#unreported++
    const position = this.#known + this.#reported + this.#unreported
    const isAhead = this.#reported + this.#unreported > portion
    if (isAhead || this.#unreported * 2 > portion) this.#counts.reportNow(this)
    else this.#counts.reportLater(this)
    if (!isAhead || !this.#counts.isReachable) return position
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#waiting.push({ position: this.#unreported, resolve })
    return promise
  }

  take(): NewCalls | undefined {
    if (this.#unreported === 0) return undefined
    this.#reported = this.#unreported
    this.#unreported = 0
    this.#waitingForResult = this.#waiting
    this.#waiting = []
    return { key: this.#key, windowMs: this.#windowMs, calls: this.#reported }
  }

  settle(count: SharedCount | undefined): void {
    // Without a response, only our own calls are known.
    const all = count?.calls ?? this.#known + this.#reported
    const before = all - this.#reported
    this.#known = all
    this.#reported = 0
    if (count !== undefined) this.#startMs = this.#now() - Math.max(0, count.ageMs)
    for (const { position, resolve } of this.#waitingForResult) resolve(before + position)
    this.#waitingForResult = []
  }
}
