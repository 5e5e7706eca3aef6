const IDLE_MS = 1500
const PATIENT_MS = 4000
/** Who never pauses is saved all the same. */
const LONGEST_MS = 10_000

/** Rings a moment after the last change, and at the latest some time after the first. */
export class AutosaveTimer {
  patient = false
  readonly #ring: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #startedAt: number | undefined

  constructor(ring: () => void) {
    this.#ring = ring
  }

  start(): void {
    const now = performance.now()
    this.#startedAt ??= now
    clearTimeout(this.#timer)
    const idleMs = this.patient ? PATIENT_MS : IDLE_MS
    const leftMs = Math.max(this.#startedAt + LONGEST_MS - now, 0)
    this.#timer = setTimeout(
      () => {
        this.stop()
        this.#ring()
      },
      Math.min(idleMs, leftMs),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#startedAt = undefined
  }
}
