import type { Page, RenderingLimit } from '@galley/markdown/page'
import type { Logger } from '../core/logger.ts'
import { LimitExceededError, RenderingProcess, type RenderRequest, type TimeLimits } from './rendering-process.ts'

export interface Job {
  readonly request: RenderRequest
  readonly owner: string
}

/** A page, or the limit that the attempt exceeded; undefined if the process ended for another reason. */
export type Outcome = Page | RenderingLimit | undefined

interface QueuedJob extends Job {
  readonly finished: PromiseWithResolvers<Outcome>
  isSecondTry: boolean
}

export interface QueueLimits extends TimeLimits {
  /** An idle process is ended after this time to free its memory. */
  readonly idleMs: number
  /** Grammars stay in memory once they are used; a process with too many is replaced. */
  readonly heapBytes: number
  readonly queuedCharacters: number
}

/** One owner may use this part of the queue. */
const OWNER_SHARE = 0.25
/** Of ordinary Markdown; only used to compare texts of the same queue. */
const CHARACTERS_PER_MS = 500

/**
 * Renders one text at a time in a process that is started by the first one and ended when it is idle. The next text is the
 * one whose owner will have used the least time after it, so that neither one owner nor the long texts of several delay
 * all others.
 */
export class RenderingQueue {
  readonly #log: Logger
  readonly #limits: QueueLimits
  readonly #jobs = new Set<QueuedJob>()
  readonly #spentMs = new Map<string, number>()
  #working = false
  #closed = false
  #process: RenderingProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(log: Logger, limits: QueueLimits) {
    this.#log = log
    this.#limits = limits
  }

  get running(): boolean {
    return this.#process?.running ?? false
  }

  hasSpaceFor({ request: { content }, owner }: Job): boolean {
    const charactersOf = (jobs: Iterable<QueuedJob>) =>
      [...jobs].reduce((sum, { request }) => sum + request.content.length, 0)
    const fits = (queued: number, most: number) => queued === 0 || queued + content.length <= most
    const own = [...this.#jobs].filter(job => job.owner === owner)
    const { queuedCharacters } = this.#limits
    return fits(charactersOf(this.#jobs), queuedCharacters) && fits(charactersOf(own), OWNER_SHARE * queuedCharacters)
  }

  render(job: Job): Promise<Outcome> {
    const finished = Promise.withResolvers<Outcome>()
    this.#jobs.add({ ...job, finished, isSecondTry: false })
    void this.#work()
    return finished.promise
  }

  /** Queued texts are not rendered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#endProcess()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    clearTimeout(this.#idle)
    while (this.#jobs.size > 0) {
      const job = this.#next()
      const startedAt = performance.now()
      await this.#attempt(job)
      this.#spentMs.set(job.owner, (this.#spentMs.get(job.owner) ?? 0) + performance.now() - startedAt)
    }
    this.#spentMs.clear()
    this.#working = false
    this.#idle = setTimeout(() => void this.#endProcess(), this.#limits.idleMs).unref()
  }

  #next(): QueuedJob {
    const spentAfter = ({ owner, request }: QueuedJob) =>
      (this.#spentMs.get(owner) ?? 0) + request.content.length / CHARACTERS_PER_MS
    return [...this.#jobs].reduce((best, job) => (spentAfter(job) < spentAfter(best) ? job : best))
  }

  async #attempt(job: QueuedJob): Promise<void> {
    const finish = (outcome: Outcome) => {
      this.#jobs.delete(job)
      job.finished.resolve(outcome)
    }
    if (this.#closed) return finish(undefined)
    try {
      const { page, heapBytes } = await this.#startedProcess().render(job.request, this.#limits)
      if (heapBytes > this.#limits.heapBytes) await this.#endProcess()
      finish(page)
    } catch (error) {
      await this.#endProcess()
      if (this.#closed) return finish(undefined)
      const { content, highlight } = job.request
      this.#log.warn({ err: error, characters: content.length, highlight }, 'a text could not be rendered')
      if (error instanceof LimitExceededError) finish(error.limit)
      // The process may have been ended from outside: a stop of the service, the system's lack of memory.
      else if (job.isSecondTry) finish(undefined)
      job.isSecondTry = true
    }
  }

  #startedProcess(): RenderingProcess {
    if (this.#process?.running !== true) this.#process = new RenderingProcess()
    return this.#process
  }

  async #endProcess(): Promise<void> {
    const ended = this.#process
    this.#process = undefined
    await ended?.end()
  }
}
