import type { Clock } from '../core/clock.ts'
import type { Principal } from '../core/principal.ts'
import type { Bus } from '../db/bus.ts'

const MOST_ENTRIES = 10_000

/**
 * Who stands behind a credential, for as long as it is surely true. Announcements empty it; while they cannot be heard
 * it answers nothing. A look-up that was under way during an announcement may have read the old state, so it is not kept.
 */
export class PrincipalCache {
  readonly #bus: Bus
  readonly #clock: Clock
  readonly #entries = new Map<string, { principal: Principal; untilMs: number }>()
  readonly #keysOfUser = new Map<string, Set<string>>()
  #generation = 0

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus
    this.#clock = clock
    bus.subscribe(announcement => {
      if (announcement.about !== 'account' && announcement.about !== 'everything') return
      this.#generation++
      if (announcement.about === 'account') this.#forgetUser(announcement.userId)
      if (announcement.about === 'everything') this.#clear()
    })
  }

  get(key: string): Principal | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#bus.listening) return undefined
    if (this.#clock.now().getTime() < entry.untilMs) return entry.principal
    this.#entries.delete(key)
    this.#keysOfUser.get(entry.principal.userId)?.delete(key)
    return undefined
  }

  /** Call before the look-up; the function it returns keeps the result if nothing was announced in between. */
  beginLookup(key: string): (principal: Principal, cacheableMs: number) => void {
    const generation = this.#generation
    return (principal, cacheableMs) => {
      if (generation !== this.#generation || !this.#bus.listening) return
      if (this.#entries.size >= MOST_ENTRIES) this.#clear()
      this.#entries.set(key, { principal, untilMs: this.#clock.now().getTime() + cacheableMs })
      const keys = this.#keysOfUser.get(principal.userId)
      if (keys === undefined) this.#keysOfUser.set(principal.userId, new Set([key]))
      else keys.add(key)
    }
  }

  #forgetUser(userId: string): void {
    for (const key of this.#keysOfUser.get(userId) ?? []) this.#entries.delete(key)
    this.#keysOfUser.delete(userId)
  }

  #clear(): void {
    this.#entries.clear()
    this.#keysOfUser.clear()
  }
}
