import { sql } from 'kysely'
import { type Clock, systemClock } from '../../core/clock.ts'
import type { Logger } from '../../core/logger.ts'
import type { Db } from './database.ts'

const MEASURE_EVERY_MS = 10_000
/** Smaller differences come from the measurement, and do not matter. */
const IGNORED_MS = 1000

/**
 * The time of the database, computed from the clock of this machine and its difference. Nodes whose clocks differ then
 * agree on what is in the future and what has expired.
 */
export class DatabaseClock implements Clock {
  readonly #db: Db
  readonly #log: Logger
  readonly #local: Clock
  #offsetMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(db: Db, log: Logger, local: Clock = systemClock) {
    this.#db = db
    this.#log = log
    this.#local = local
  }

  now(): Date {
    const now = this.#local.now()
    return this.#offsetMs === 0 ? now : new Date(now.getTime() + this.#offsetMs)
  }

  async start(): Promise<void> {
    await this.#measure()
    this.#timer = setInterval(() => void this.#measure().catch(() => {}), MEASURE_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const before = this.#local.now().getTime()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#db)
    const after = this.#local.now().getTime()
    // The error is up to half of this time, so a slow answer says nothing.
    if (after - before > IGNORED_MS) return
    const middle = (before + after) / 2
    const difference = Math.round((rows[0]?.now.getTime() ?? middle) - middle)
    const offsetMs = Math.abs(difference) < IGNORED_MS ? 0 : difference
    if (offsetMs !== 0 && this.#offsetMs === 0) {
      const seconds = Math.round(Math.abs(offsetMs) / 1000)
      const direction = offsetMs < 0 ? 'ahead of' : 'behind'
      this.#log.warn(`the clock of this machine is ${seconds} s ${direction} the database’s, which is used instead`)
    }
    this.#offsetMs = offsetMs
  }
}
