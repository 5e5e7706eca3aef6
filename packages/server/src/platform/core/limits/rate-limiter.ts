import type { Clock } from '../clock.ts'
import { GenerationMap } from './generation-map.ts'
import type { SharedCounts } from './shared-counts.ts'
import { SharedWindow } from './shared-window.ts'

export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Beyond this many keys in one window, the oldest counts are dropped, so that the memory is limited. */
const MOST_KEYS = 100_000

/**
 * Each process may count 1 % of the limit before it asks for the counts of the others: ten processes exceed the limit
 * by 10 % at most. For a limit below 100 this is less than one call, so such limits are exact.
 */
const PORTION = 0.01

interface Window {
  readonly startMs: number
  count: number
}

/** A window from the future is over, too: the clock was set back. */
const isOver = (startMs: number, windowMs: number, nowMs: number) => Math.abs(nowMs - startMs) >= windowMs

/** Counts calls by key in a fixed window: in the memory of this process, or together with others after `shareWith`. */
export class RateLimiter {
  readonly #limit: number
  readonly #windowMs: number
  readonly #clock: Clock
  readonly #windows: GenerationMap<Window>
  readonly #sharedWindows: GenerationMap<SharedWindow>
  #shared: { readonly counts: SharedCounts; readonly name: string; readonly portion: number } | undefined

  /** A limit of 0 means no limit. */
  constructor(limit: number, windowMs: number, clock: Clock) {
    this.#limit = limit
    this.#windowMs = windowMs
    this.#clock = clock
    this.#windows = new GenerationMap(windowMs, MOST_KEYS)
    this.#sharedWindows = new GenerationMap(windowMs, MOST_KEYS)
  }

  /** From now on, the limit holds for the calls of all processes. The name separates its keys from other limits. */
  shareWith(counts: SharedCounts, name: string, { exact = false } = {}): void {
    this.#shared = { counts, name, portion: exact ? 0 : Math.floor(this.#limit * PORTION) }
  }

  /** Waits only for the counts of other processes, and only if this one has used its portion. */
  count(key: string): Allowance | null | Promise<Allowance | null> {
    if (this.#shared === undefined || this.#limit === 0) return this.#countHere(key)
    const nowMs = this.#clock.now().getTime()
    let window = this.#sharedWindows.get(key)
    if (window === undefined || isOver(window.startMs, this.#windowMs, nowMs)) {
      const { counts, name } = this.#shared
      window = new SharedWindow(counts, `${name} ${key}`, this.#windowMs, () => this.#clock.now().getTime())
      this.#sharedWindows.set(key, window, nowMs)
    }
    const { endMs } = window
    const position = window.count(this.#limit, this.#shared.portion)
    if (typeof position === 'number') return this.#allowance(position, endMs - nowMs)
    const current = window
    return position.then(known => this.#allowance(known, current.endMs - this.#clock.now().getTime()))
  }

  #countHere(key: string): Allowance | null {
    if (this.#limit === 0) return null
    const nowMs = this.#clock.now().getTime()
    let window = this.#windows.get(key)
    if (window === undefined || isOver(window.startMs, this.#windowMs, nowMs)) {
      window = { startMs: nowMs, count: 0 }
      this.#windows.set(key, window, nowMs)
    }
    window.count++
    return this.#allowance(window.count, window.startMs + this.#windowMs - nowMs)
  }

  #allowance(position: number, leftMs: number): Allowance {
    return {
      allowed: position <= this.#limit,
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - position),
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    }
  }
}
