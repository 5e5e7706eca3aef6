/**
 * A map for entries that are worth nothing after a while. It forgets them in whole generations: an entry is there for at
 * least `lifetimeMs` after it was set, and for twice that at most. With more than `maxEntries` it forgets earlier. Each call
 * takes the same time, however many entries there are; a Map from which the oldest are deleted one by one does not.
 */
export class GenerationMap<V> {
  readonly #lifetimeMs: number
  readonly #maxEntries: number
  #current = new Map<string, V>()
  #previous = new Map<string, V>()
  #endsAtMs = Number.NEGATIVE_INFINITY

  constructor(lifetimeMs: number, maxEntries: number) {
    this.#lifetimeMs = lifetimeMs
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#current.size + this.#previous.size
  }

  get(key: string): V | undefined {
    return this.#current.get(key) ?? this.#previous.get(key)
  }

  set(key: string, value: V, nowMs: number): void {
    if (nowMs >= this.#endsAtMs || this.#current.size >= this.#maxEntries / 2) {
      this.#previous = nowMs >= this.#endsAtMs + this.#lifetimeMs ? new Map() : this.#current
      this.#current = new Map()
      this.#endsAtMs = nowMs + this.#lifetimeMs
    }
    this.#current.set(key, value)
  }
}
