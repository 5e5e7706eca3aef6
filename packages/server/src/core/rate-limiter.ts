import type { Clock } from './clock.ts'

export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Beyond this many callers in one window, the oldest counts are dropped: memory stays bounded under any flood of addresses. */
const MOST_KEYS = 100_000

/** Counts what each key does in a fixed window. In the memory of one process: behind N nodes the limit is N times as high. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock: Clock
  readonly #windows = new Map<string, { startMs: number; count: number }>()

  /** A limit of 0 means: no limit. */
  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#clock = clock
  }

  consume(key: string): Allowance | null {
    if (this.#limit === 0) return null
    const nowMs = this.#clock.now().getTime()
    let window = this.#windows.get(key)
    if (window === undefined || nowMs >= window.startMs + this.#windowMs) {
      window = { startMs: nowMs, count: 0 }
      this.#windows.delete(key)
      this.#windows.set(key, window)
      this.#dropOldest(nowMs)
    }
    window.count++
    return {
      allowed: window.count <= this.#limit,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - window.count),
      resetSeconds: Math.ceil((window.startMs + this.#windowMs - nowMs) / 1000),
    }
  }

  /** Windows stand in the order of their start, so the stale ones are at the front: two steps a call keep up with any rate. */
  #dropOldest(nowMs: number): void {
    let steps = 2
    for (const [key, window] of this.#windows) {
      const stale = nowMs >= window.startMs + this.#windowMs
      if (steps-- === 0 || !(stale || this.#windows.size > MOST_KEYS)) return
      this.#windows.delete(key)
    }
  }
}
