const MOST_SUBJECTS = 10_000

/**
 * Decides whether a replica may be used. It is known to have everything up to a time, `asOfMs`. It must not be used for
 * a subject that has changed since, because readers must see a change as soon as caches are cleared.
 */
export class Freshness {
  readonly #maxLagMs: number
  readonly #changedMs = new Map<string, number>()
  #everythingChangedMs = Number.NEGATIVE_INFINITY
  #asOfMs = Number.NEGATIVE_INFINITY

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  /** Without a subject: anything may have changed. */
  changed(subject: string | undefined, nowMs: number): void {
    if (subject === undefined) this.#everythingChangedMs = nowMs
    else this.#changedMs.set(subject, nowMs)
    // Changes are not confirmed while the replica cannot be reached, so their number has to be limited.
    if (this.#changedMs.size > MOST_SUBJECTS) {
      this.#changedMs.clear()
      this.#everythingChangedMs = nowMs
    }
  }

  /** The replica has everything that was committed before this time. */
  confirm(asOfMs: number): void {
    this.#asOfMs = asOfMs
    for (const [subject, changedMs] of this.#changedMs) if (changedMs < asOfMs) this.#changedMs.delete(subject)
  }

  /** After an error: not to be used until it is confirmed again. */
  distrust(): void {
    this.#asOfMs = Number.NEGATIVE_INFINITY
  }

  isFreshFor(subjects: readonly string[], nowMs: number): boolean {
    if (nowMs - this.#asOfMs > this.#maxLagMs || this.#everythingChangedMs >= this.#asOfMs) return false
    return subjects.every(subject => (this.#changedMs.get(subject) ?? Number.NEGATIVE_INFINITY) < this.#asOfMs)
  }
}
