import type { Clock } from '../clock.ts'
import { GenerationMap } from './generation-map.ts'

export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Beyond this many keys in one window, the oldest counts are dropped, so that the memory is limited. */
const MOST_KEYS = 100_000

interface Window {
  readonly startMs: number
  count: number
}

/** Counts calls by key in a fixed window. In the memory of one process: with N nodes the limit is N times as high. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock: Clock
  readonly #windows: GenerationMap<Window>

  /** A limit of 0 means no limit. */
  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#clock = clock
    this.#windows = new GenerationMap(windowMs, MOST_KEYS)
  }

  consume(key: string): Allowance | null {
    if (this.#limit === 0) return null
    const nowMs = this.#clock.now().getTime()
    let window = this.#windows.get(key)
    if (window === undefined || nowMs >= window.startMs + this.#windowMs) {
      window = { startMs: nowMs, count: 0 }
      this.#windows.set(key, window, nowMs)
    }
    window.count++
    return {
      allowed: window.count <= this.#limit,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - window.count),
      resetSeconds: Math.ceil((window.startMs + this.#windowMs - nowMs) / 1000),
    }
  }
}
