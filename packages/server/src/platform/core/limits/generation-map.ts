/**
 * A map with expiring entries. It drops them in whole generations: an entry exists for at least `lifetimeMs` after it
 * was set, and at most twice that. With more than `maxEntries` it drops earlier. Each call takes constant time;
 * deleting the oldest entries of a Map one by one does not.
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
