import { hash } from 'node:crypto'
import { VIEW_REPEAT_WINDOW_MS } from '@galley/contract/limits'
import type { Clock } from '../../platform/core/clock.ts'
import { ErrorLog } from '../../platform/core/error-log.ts'
import { GenerationMap } from '../../platform/core/limits/generation-map.ts'
import type { Logger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { addViews } from './engagement-store.ts'

const FLUSH_MS = 2000
/** Beyond this many readers in half an hour, the oldest are dropped: a repeated view may then count twice. */
const MOST_REMEMBERED = 200_000

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Counts views in memory, once per reader in 30 minutes, and writes them in batches: a kill loses at most 2 seconds.
 */
export class ViewCounter {
  readonly #context: Parts
  readonly #issues: ErrorLog
  /** Until when a repeated view of a reader does not count. */
  readonly #seen = new GenerationMap<number>(VIEW_REPEAT_WINDOW_MS, MOST_REMEMBERED)
  #pending = new Map<string, number>()
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Parts) {
    this.#context = context
    this.#issues = new ErrorLog(context.log)
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS)
  }

  /** Writes the remaining views, so that a graceful stop loses none. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  note(postId: string, reader: string): void {
    const nowMs = this.#context.clock.now().getTime()
    // A hash limits the memory for long user agents, and no address is stored.
    const key = hash('sha1', `${postId} ${reader}`, 'base64')
    const untilMs = this.#seen.get(key)
    if (untilMs !== undefined && nowMs < untilMs) return
    this.#seen.set(key, nowMs + VIEW_REPEAT_WINDOW_MS, nowMs)
    this.#pending.set(postId, (this.#pending.get(postId) ?? 0) + 1)
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#issues.watch('writing views', this.#write()))
    return this.#writing
  }

  async #write(): Promise<void> {
    const views = this.#pending
    if (views.size === 0) return
    this.#pending = new Map()
    try {
      await this.#context.db.transaction().execute(trx => addViews(trx, views))
    } catch (error) {
      // They wait for the next try.
      for (const [id, count] of views) this.#pending.set(id, (this.#pending.get(id) ?? 0) + count)
      throw error
    }
  }
}
