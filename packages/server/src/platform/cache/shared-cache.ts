import type { Clock } from '../core/clock.ts'
import { CachedResponse, type Computed, type Entry } from './cached-response.ts'

/** Entries that nobody reports as changed are read again after this time. */
const LIFETIME_MS = 60_000
/** While the listener is disconnected, only the age limits how outdated an entry can be. */
const LIFETIME_WITHOUT_NOTIFICATIONS_MS = 1000
/** Changes of counters are not reported. They are compared in the background after the first, and at the latest before an entry is used after the second. */
const COMPARED_AFTER_MS = 1500
const COMPARED_LATEST_MS = 3000
const SWEEP_AFTER_MS = 5000
/** Longer URLs are rarely requested twice. */
const URL_LENGTH_MAX = 500
/** Parameters that the API ignores make any number of URLs of one response. */
const URLS_PER_ENTRY_MAX = 8
/** Of a URL, beside its characters. */
const URL_BYTES = 200
/** Of changes during the running computations. */
const CHANGES_MAX = 10_000

interface Slot {
  readonly entry: Entry
  readonly urls: string[]
  bytes: number
  comparedMs: number
  comparing: Promise<void> | undefined
  wasUsed: boolean
}

interface Computation {
  readonly promise: Promise<Entry | undefined>
  /** The number of changes before it began. */
  readonly startedAt: number
  /** Known at its end: a subject of the result changed in between. Without a result, it may be about everything. */
  isOutdated: boolean
}

/**
 * What is the same for all readers: responses as bytes, and objects of which pages are made. Parallel requests for one key
 * share one computation. A change of a subject drops the entries about it, and an entry whose subject changed during its
 * computation is neither stored nor given to requests that came after the change.
 */
export class SharedCache {
  readonly #clock: Clock
  readonly #listening: () => boolean
  readonly #bytesMax: number
  /** The least recently stored first. */
  readonly #slots = new Map<string, Slot>()
  readonly #keysByUrl = new Map<string, string>()
  readonly #keysBySubject = new Map<string, Set<string>>()
  readonly #computations = new Map<string, Computation>()
  /** The number of the last change of a subject, while something is computed. */
  readonly #changes = new Map<string, number>()
  #everythingChanged = 0
  #changeCount = 0
  #bytes = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(clock: Clock, listening: () => boolean, bytesMax: number) {
    this.#clock = clock
    this.#listening = listening
    this.#bytesMax = bytesMax
  }

  /** Estimated memory of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  get subjects(): number {
    return this.#keysBySubject.size
  }

  get<T extends Entry = CachedResponse>(key: string): T | undefined {
    const slot = this.#slots.get(key)
    if (slot === undefined) return undefined
    const nowMs = this.#clock.now().getTime()
    if (!this.#isAlive(slot.entry, nowMs)) return undefined
    if (slot.entry.isUnchanged !== undefined) {
      const notComparedMs = Math.abs(nowMs - slot.comparedMs)
      if (notComparedMs >= COMPARED_LATEST_MS) return undefined
      // An error reaches the request that has to wait for the result.
      if (notComparedMs >= COMPARED_AFTER_MS) this.#compare(key, slot).catch(() => {})
    }
    slot.wasUsed = true
    // The key says what kind of entry it is.
    return slot.entry as T
  }

  /** After the clock was set back, an entry is from the future: it counts as old then. */
  #isAlive({ sinceMs, lifetimeMs = LIFETIME_MS }: Entry, nowMs: number): boolean {
    const ageMs = Math.abs(nowMs - sinceMs)
    return ageMs < lifetimeMs && (ageMs < LIFETIME_WITHOUT_NOTIFICATIONS_MS || this.#listening())
  }

  /** Stores the URL of an entry, so that the next request for it needs no parsing. */
  rememberUrl(url: string, key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined || url.length > URL_LENGTH_MAX || this.#keysByUrl.has(url)) return
    if (slot.urls.length === URLS_PER_ENTRY_MAX) this.#forgetUrl(slot, slot.urls.shift() ?? '')
    slot.urls.push(url)
    this.#keysByUrl.set(url, key)
    this.#grow(key, slot.entry, URL_BYTES + url.length)
  }

  #forgetUrl(slot: Slot, url: string): void {
    this.#keysByUrl.delete(url)
    slot.bytes -= URL_BYTES + url.length
    this.#bytes -= URL_BYTES + url.length
  }

  getByUrl(url: string): CachedResponse | undefined {
    const key = this.#keysByUrl.get(url)
    return key === undefined ? undefined : this.get(key)
  }

  /** Resolves to undefined if `compute` does: the result is private. */
  async fetchResponse(key: string, compute: () => Promise<Computed | undefined>): Promise<CachedResponse | undefined> {
    return this.fetch<CachedResponse>(key, async startedMs => {
      const computed = await compute()
      return computed && this.#responseOf(key, startedMs, computed)
    })
  }

  /** A function of its own, so that the response does not keep `compute`, and what that refers to, in memory. */
  #responseOf(key: string, startedMs: number, computed: Computed): CachedResponse {
    const response = new CachedResponse(key, startedMs, computed, bytes => this.#grow(key, response, bytes))
    return response
  }

  async fetch<T extends Entry>(
    key: string,
    compute: (startedMs: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const arrivedAt = this.#changeCount
    for (;;) {
      const known = this.get<T>(key)
      if (known !== undefined) return known
      const slot = this.#slots.get(key)
      // It is only too long ago that its counters were compared.
      if (slot !== undefined && this.#isAlive(slot.entry, this.#clock.now().getTime())) {
        await this.#compare(key, slot)
        // However long the comparison took: another one would not end sooner.
        if (this.#slots.get(key) === slot && this.#isAlive(slot.entry, this.#clock.now().getTime())) {
          slot.wasUsed = true
          return slot.entry as T
        }
        continue
      }
      const running = this.#computations.get(key)
      if (running === undefined) return this.#compute(key, compute)
      const [result] = await Promise.allSettled([running.promise])
      if (running.isOutdated && running.startedAt < arrivedAt) continue
      if (result.status === 'rejected') throw result.reason
      return result.value as T | undefined
    }
  }

  #compute<T extends Entry>(key: string, compute: (startedMs: number) => Promise<T | undefined>) {
    const startedAt = this.#changeCount
    const end = (entry?: T) => {
      computation.isOutdated = entry ? this.#hasChanged(entry.about, startedAt) : startedAt !== this.#changeCount
      if (entry && !computation.isOutdated) this.#store(key, entry)
      this.#computations.delete(key)
      if (this.#computations.size === 0) this.#changes.clear()
    }
    const promise = compute(this.#clock.now().getTime()).then(
      entry => {
        end(entry)
        return entry
      },
      error => {
        end()
        throw error
      },
    )
    const computation: Computation = { promise, startedAt, isOutdated: false }
    this.#computations.set(key, computation)
    return promise
  }

  #compare(key: string, slot: Slot): Promise<void> {
    const startedMs = this.#clock.now().getTime()
    slot.comparing ??= (slot.entry.isUnchanged?.() ?? Promise.resolve(true))
      .then(isUnchanged => {
        if (isUnchanged) slot.comparedMs = startedMs
        else if (this.#slots.get(key) === slot) this.#drop(key)
      })
      .finally(() => {
        slot.comparing = undefined
      })
    return slot.comparing
  }

  /** Drops the entries about changed subjects. */
  forget(subjects: readonly string[]): void {
    this.#changeCount++
    for (const subject of subjects) {
      if (this.#computations.size > 0) this.#changes.set(subject, this.#changeCount)
      for (const key of this.#keysBySubject.get(subject) ?? []) this.#drop(key)
    }
    if (this.#changes.size <= CHANGES_MAX) return
    this.#changes.clear()
    this.#everythingChanged = this.#changeCount
  }

  clear(): void {
    this.#changeCount++
    this.#everythingChanged = this.#changeCount
    this.#slots.clear()
    this.#keysByUrl.clear()
    this.#keysBySubject.clear()
    this.#bytes = 0
  }

  #hasChanged(subjects: readonly string[], sinceChange: number): boolean {
    if (this.#everythingChanged > sinceChange) return true
    return this.#changeCount > sinceChange && subjects.some(each => (this.#changes.get(each) ?? 0) > sinceChange)
  }

  #store(key: string, entry: Entry): void {
    this.#drop(key)
    const { bytes, sinceMs } = entry
    this.#slots.set(key, { entry, urls: [], bytes, comparedMs: sinceMs, comparing: undefined, wasUsed: false })
    this.#bytes += bytes
    for (const subject of entry.about) {
      const keys = this.#keysBySubject.get(subject)
      if (keys === undefined) this.#keysBySubject.set(subject, new Set([key]))
      else keys.add(key)
    }
    this.#makeRoom()
    this.#sweep ??= setTimeout(() => this.#dropExpired(), SWEEP_AFTER_MS).unref()
  }

  /** Frees memory when there are no more requests. */
  #dropExpired(): void {
    this.#sweep = undefined
    const nowMs = this.#clock.now().getTime()
    for (const [key, { entry }] of this.#slots) if (!this.#isAlive(entry, nowMs)) this.#drop(key)
    if (this.#slots.size > 0) this.#sweep = setTimeout(() => this.#dropExpired(), SWEEP_AFTER_MS).unref()
  }

  /** A compressed variant, an object or a URL was added to an entry. */
  #grow(key: string, entry: Entry, bytes: number): void {
    const slot = this.#slots.get(key)
    if (slot?.entry !== entry) return
    slot.bytes += bytes
    this.#bytes += bytes
    this.#makeRoom()
  }

  /** Drops the oldest entries. One that was used since it was looked at last stays for another turn. */
  #makeRoom(): void {
    for (const [key, slot] of this.#slots) {
      if (this.#bytes <= this.#bytesMax) return
      if (slot.wasUsed) {
        slot.wasUsed = false
        this.#slots.delete(key)
        this.#slots.set(key, slot)
      } else this.#drop(key)
    }
  }

  #drop(key: string): void {
    const slot = this.#slots.get(key)
    if (slot === undefined) return
    this.#slots.delete(key)
    for (const url of slot.urls) this.#keysByUrl.delete(url)
    this.#bytes -= slot.bytes
    for (const subject of slot.entry.about) {
      const keys = this.#keysBySubject.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysBySubject.delete(subject)
    }
  }
}
