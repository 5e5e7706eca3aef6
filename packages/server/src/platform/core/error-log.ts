import { errorMessage } from './errors.ts'
import type { Logger } from './logger.ts'

const SHORTEST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

/**
 * Logs the errors of work that is tried again and again: when an error begins, less and less often while it lasts, and when
 * it is over. So a database that is down for an hour does not fill the log.
 */
export class ErrorLog {
  readonly #log: Logger
  readonly #nowMs: () => number
  readonly #issues = new Map<string, { readonly silentUntilMs: number; readonly pauseMs: number }>()

  constructor(log: Logger, nowMs = () => performance.now()) {
    this.#log = log
    this.#nowMs = nowMs
  }

  /** Waits for the work, and returns its result; undefined if it fails. */
  async watch<T>(what: string, work: Promise<T>): Promise<T | undefined> {
    try {
      const result = await work
      if (this.#issues.delete(what)) this.#log.info(`${what} works again`)
      return result
    } catch (error) {
      this.#report(what, error)
      return undefined
    }
  }

  #report(what: string, error: unknown): void {
    const nowMs = this.#nowMs()
    const known = this.#issues.get(what)
    if (known !== undefined && nowMs < known.silentUntilMs) return
    this.#log.warn(`${what} failed: ${errorMessage(error)}`)
    const pauseMs = known === undefined ? SHORTEST_PAUSE_MS : Math.min(2 * known.pauseMs, LONGEST_PAUSE_MS)
    this.#issues.set(what, { silentUntilMs: nowMs + pauseMs, pauseMs })
  }
}
