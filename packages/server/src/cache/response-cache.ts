import type { Clock } from '../core/clock.ts'
import { CachedAnswer, type Computed } from './cached-answer.ts'

const LIFETIME_MS = 3000
/** While the listener is disconnected, only the age limits how outdated a response can be. */
const LIFETIME_WITHOUT_NOTIFICATIONS_MS = 1000
const SWEEP_AFTER_MS = 5000
/** All responses together, API and pages, with their compressed variants. */
const BYTES_MAX = 32 * 1024 * 1024
const URLS_MAX = 20_000
/** Longer URLs are rarely requested twice. */
const URL_LENGTH_MAX = 500

/**
 * Responses to public reads, API and pages, by a key of the normalised request. Parallel requests for one key share one
 * computation. A change drops the responses about it, and those that were computed meanwhile are not stored.
 */
export class ResponseCache {
  readonly #clock: Clock
  readonly #listening: () => boolean
  readonly #bytesMax: number
  readonly #answers = new Map<string, CachedAnswer>()
  readonly #keysByUrl = new Map<string, string>()
  readonly #keysBySubject = new Map<string, Set<string>>()
  readonly #computing = new Map<string, { promise: Promise<CachedAnswer | undefined>; generation: number }>()
  #generation = 0
  #bytes = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(clock: Clock, listening: () => boolean, bytesMax = BYTES_MAX) {
    this.#clock = clock
    this.#listening = listening
    this.#bytesMax = bytesMax
  }

  /** Estimated memory of all answers. */
  get bytes(): number {
    return this.#bytes
  }

  get subjects(): number {
    return this.#keysBySubject.size
  }

  get(key: string): CachedAnswer | undefined {
    const answer = this.#answers.get(key)
    if (answer === undefined) return undefined
    const lifetimeMs = this.#listening() ? LIFETIME_MS : LIFETIME_WITHOUT_NOTIFICATIONS_MS
    return this.#ageOf(answer) < lifetimeMs ? answer : undefined
  }

  /** After the clock was set back, a response is from the future: it counts as old then. */
  #ageOf({ sinceMs }: CachedAnswer): number {
    return Math.abs(this.#clock.now().getTime() - sinceMs)
  }

  /** Stores the key of a URL, so that the next request for it needs no parsing. */
  rememberUrl(url: string, key: string): void {
    if (url.length > URL_LENGTH_MAX) return
    if (this.#keysByUrl.size >= URLS_MAX) this.#keysByUrl.clear()
    this.#keysByUrl.set(url, key)
  }

  getByUrl(url: string): CachedAnswer | undefined {
    const key = this.#keysByUrl.get(url)
    return key === undefined ? undefined : this.get(key)
  }

  async fetch(key: string, compute: () => Promise<Computed>): Promise<CachedAnswer> {
    const answer = await this.fetchIfCacheable(key, compute)
    if (answer === undefined) throw new Error(`nothing was computed for ${key}`)
    return answer
  }

  /** Resolves to undefined if `compute` does: the result is private. */
  async fetchIfCacheable(key: string, compute: () => Promise<Computed | undefined>): Promise<CachedAnswer | undefined> {
    const known = this.get(key)
    if (known !== undefined) return known
    const running = this.#computing.get(key)
    // A computation that began before the last change may have the old state: only requests from before may use it.
    if (running !== undefined && running.generation === this.#generation) return running.promise

    const generation = this.#generation
    const startedMs = this.#clock.now().getTime()
    const promise = compute().then(computed => {
      if (computed === undefined) return undefined
      const answer = new CachedAnswer(key, startedMs, computed, bytes => this.#grow(answer, bytes))
      if (generation === this.#generation) this.#store(answer)
      return answer
    })
    const entry = { promise, generation }
    this.#computing.set(key, entry)
    const done = () => {
      if (this.#computing.get(key) === entry) this.#computing.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  /** Drops the responses about a changed subject. */
  forget(subject: string): void {
    this.#generation++
    for (const key of this.#keysBySubject.get(subject) ?? []) this.#drop(key)
  }

  clear(): void {
    this.#generation++
    this.#answers.clear()
    this.#keysBySubject.clear()
    this.#bytes = 0
  }

  #store(answer: CachedAnswer): void {
    this.#drop(answer.key)
    this.#answers.set(answer.key, answer)
    this.#bytes += answer.bytes
    for (const subject of answer.about) {
      const keys = this.#keysBySubject.get(subject)
      if (keys === undefined) this.#keysBySubject.set(subject, new Set([answer.key]))
      else keys.add(answer.key)
    }
    this.#dropOldest()
    this.#sweep ??= setTimeout(() => this.#dropExpired(), SWEEP_AFTER_MS).unref()
  }

  /** Frees memory when there are no more requests. */
  #dropExpired(): void {
    this.#sweep = undefined
    for (const [key, answer] of this.#answers) if (this.#ageOf(answer) >= LIFETIME_MS) this.#drop(key)
    if (this.#answers.size > 0) this.#sweep = setTimeout(() => this.#dropExpired(), SWEEP_AFTER_MS).unref()
  }

  /** A compressed variant was added to a response. */
  #grow(answer: CachedAnswer, bytes: number): void {
    if (this.#answers.get(answer.key) !== answer) return
    this.#bytes += bytes
    this.#dropOldest()
  }

  /** In order of creation. Responses live for seconds, so the order of use hardly matters. */
  #dropOldest(): void {
    if (this.#bytes <= this.#bytesMax) return
    for (const key of this.#answers.keys()) {
      this.#drop(key)
      if (this.#bytes <= this.#bytesMax) return
    }
  }

  #drop(key: string): void {
    const answer = this.#answers.get(key)
    if (answer === undefined) return
    this.#answers.delete(key)
    this.#bytes -= answer.bytes
    for (const subject of answer.about) {
      const keys = this.#keysBySubject.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysBySubject.delete(subject)
    }
  }
}
