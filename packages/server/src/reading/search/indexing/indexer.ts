import type { AppContext } from '../../../platform/context.ts'
import { ErrorLog } from '../../../platform/core/error-log.ts'
import { BATCH, indexQueued } from './index-posts.ts'
import { isQueueEmpty } from './index-store.ts'

/** Changes are found after this time. Meanwhile they are collected: indexing many posts at once takes far less time. */
const TICK_MS = 250

/** Indexes changed posts in the background, in one of all processes at a time. */
export class SearchIndexer {
  readonly #context: AppContext
  readonly #issues: ErrorLog
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(context: AppContext) {
    this.#context = context
    this.#issues = new ErrorLog(context.log)
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#issues.watch('indexing changed posts for the search', this.#indexAll()).finally(() => {
        this.#running = undefined
      })
    }, TICK_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #indexAll(): Promise<void> {
    if (await isQueueEmpty(this.#context.db)) return
    while (!this.#isStopped && (await indexQueued(this.#context)) === BATCH) {
      // Until few posts are left, or another process is indexing.
    }
  }
}
