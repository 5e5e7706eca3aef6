import type { AppContext } from '../../context.ts'
import { indexQueued } from './index-posts.ts'

/** Drafts are found after this time; a published post is indexed as soon as its message arrives. */
const TICK_MS = 500

/** Indexes changed posts in the background, in one of all processes at a time. */
export class SearchIndexer {
  readonly #context: AppContext
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false

  constructor(context: AppContext) {
    this.#context = context
  }

  start(): void {
    this.#context.bus.subscribe(message => {
      if (message.about === 'post') this.#run()
    })
    this.#timer = setInterval(() => this.#run(), TICK_MS)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
  }

  #run(): void {
    this.#isAskedAgain = this.#running !== undefined
    if (this.#isStopped || this.#isAskedAgain) return
    this.#running = this.#indexAll().finally(() => {
      this.#running = undefined
      if (this.#isAskedAgain) this.#run()
    })
  }

  async #indexAll(): Promise<void> {
    try {
      while (!this.#isStopped && (await indexQueued(this.#context))) {
        // Until the queue is empty, or another process is at it.
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#context.log.warn(`changed posts could not be indexed for the search, and will be tried again: ${reason}`)
    }
  }
}
