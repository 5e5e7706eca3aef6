import { sql } from 'kysely'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { Logger } from '../../core/logger.ts'
import type { Db } from './database.ts'

const MEASURE_EVERY_MS = 1000
/** Smaller differences come from the measurement, and do not matter. */
const IGNORED_MS = 1000

/**
 * The time of the database. Nodes whose clocks differ then agree on what is in the future and what has expired.
 *
 * On the machine of the database it is the clock of this machine, which jumps together with the database's (with a
 * difference, if there is one). Elsewhere it goes on from what was measured, so a jump of the clock of this machine has
 * no effect. A jump of the database's clock is noticed at the next measurement.
 */
export class DatabaseClock implements Clock {
  readonly #db: Db
  readonly #log: Logger
  readonly #local: Clock
  #offsetMs = 0
  /** The time of a database on another machine, when `performance.now()` was `atMs`. */
  #elsewhere: { readonly nowMs: number; readonly atMs: number } | undefined
  #isOff = false
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, log: Logger, local: Clock = systemClock) {
    this.#db = db
    this.#log = log
    this.#local = local
  }

  now(): Date {
    if (this.#elsewhere !== undefined) {
      return new Date(this.#elsewhere.nowMs + performance.now() - this.#elsewhere.atMs)
    }
    const now = this.#local.now()
    return this.#offsetMs === 0 ? now : new Date(now.getTime() + this.#offsetMs)
  }

  async start(): Promise<void> {
    await this.#measure()
    // Requests report that the database does not respond.
    this.#timer = setInterval(() => void this.#measure().catch(() => {}), MEASURE_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const beforeMs = performance.now()
    const { rows } = await sql<{ now: Date; is_here: boolean }>`
      select clock_timestamp() as now, inet_server_addr() is not distinct from inet_client_addr() as is_here`.execute(
      this.#db,
    )
    const atMs = performance.now()
    const [measured] = rows
    // The error is up to half of this time, so a slow answer says nothing.
    if (measured === undefined || atMs - beforeMs > IGNORED_MS) return
    const nowMs = measured.now.getTime() + (atMs - beforeMs) / 2
    const localMs = this.#local.now().getTime()
    const isSame = Math.abs(nowMs - localMs) < IGNORED_MS
    this.#offsetMs = isSame ? 0 : Math.round(nowMs - localMs)
    if (measured.is_here) this.#elsewhere = undefined
    else if (this.#elsewhere === undefined || Math.abs(nowMs - this.now().getTime()) >= IGNORED_MS) {
      this.#elsewhere = { nowMs: isSame ? localMs : nowMs, atMs }
    }
    if (!isSame && !this.#isOff) {
      const seconds = Math.round(Math.abs(this.#offsetMs) / 1000)
      const direction = this.#offsetMs < 0 ? 'ahead of' : 'behind'
      this.#log.warn(`the clock of this machine is ${seconds} s ${direction} the database’s, which is used instead`)
    }
    this.#isOff = !isSame
  }
}
