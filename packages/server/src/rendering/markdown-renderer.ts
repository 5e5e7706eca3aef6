import type { Page } from '@galley/markdown/page'
import { isUnmarked, plainPage } from '@galley/markdown/plain-page'
import type { Logger } from '../core/logger.ts'
import { RenderingProcess } from './rendering-process.ts'

interface Job {
  readonly content: string
  readonly paywallMarker: string | undefined
  /** Off for the second attempt. */
  highlight: boolean
  readonly owner: string
  readonly finished: PromiseWithResolvers<Page | undefined>
}

const LIMITS = {
  /**
   * The CPU time of one attempt, so that the load of the machine does not decide how a page looks. The longest text of
   * a post takes about a second, and so does loading a large grammar. Other texts wait for one attempt at most, because
   * the second attempt is queued again.
   */
  attemptCpuMs: 4000,
  /** The elapsed time of one attempt, for a process that gets hardly any CPU time. */
  attemptMs: 15_000,
  /** An idle process is ended after this time to free its memory. */
  idleMs: 30_000,
  /** Grammars stay in memory once they are used; a process with too many is replaced. */
  heapBytes: 96 * 1024 * 1024,
  queuedCharacters: 20_000_000,
  /** A reader does not wait longer for a page. */
  readerWaitMs: 3000,
}

/**
 * Renders Markdown in a separate process, which is started by the first text and ended when it is idle. One text at a
 * time; the next is that of the owner who has used the least time. If an attempt takes too long or too much memory, the
 * text is rendered without syntax highlighting, and if that fails too, as plain paragraphs.
 */
export class MarkdownRenderer {
  readonly readerWaitMs: number
  readonly #log: Logger
  readonly #limits: typeof LIMITS
  readonly #jobs = new Map<string, Job>()
  readonly #spentMs = new Map<string, number>()
  #working = false
  #closed = false
  #process: RenderingProcess | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(log: Logger, limits: Partial<typeof LIMITS> = {}) {
    this.#log = log
    this.#limits = { ...LIMITS, ...limits }
    this.readerWaitMs = this.#limits.readerWaitMs
  }

  get running(): boolean {
    return this.#process?.running ?? false
  }

  /** The page of a text that needs no rendering; undefined for others. */
  renderNow(content: string): Page | undefined {
    return isUnmarked(content) ? plainPage(content) : undefined
  }

  /** Resolves to undefined if the queue is full or the renderer is closed; it never rejects. */
  async render(
    content: string,
    { owner, paywallMarker }: { owner: string; paywallMarker?: string },
  ): Promise<Page | undefined> {
    const now = this.renderNow(content)
    if (now !== undefined) return now
    const key = `${paywallMarker ?? ''}\n${content}`
    const known = this.#jobs.get(key)
    if (known !== undefined) return known.finished.promise
    const queued = this.#jobs.values().reduce((sum, job) => sum + job.content.length, 0)
    if (queued > 0 && queued + content.length > this.#limits.queuedCharacters) return undefined
    const highlight = mayHoldCode(content)
    const job: Job = { content, paywallMarker, highlight, owner, finished: Promise.withResolvers() }
    this.#jobs.set(key, job)
    void this.#work()
    return job.finished.promise
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
      const [key, job] = this.#next()
      const begun = performance.now()
      const isDone = await this.#attempt(job)
      if (isDone) this.#jobs.delete(key)
      this.#spentMs.set(job.owner, (this.#spentMs.get(job.owner) ?? 0) + performance.now() - begun)
    }
    this.#spentMs.clear()
    this.#working = false
    this.#idle = setTimeout(() => void this.#endProcess(), this.#limits.idleMs).unref()
  }

  /** The job of the owner who has used the least time, so that no owner delays all others. */
  #next(): [string, Job] {
    const spent = ([, { owner }]: [string, Job]) => this.#spentMs.get(owner) ?? 0
    return this.#jobs.entries().reduce((best, job) => (spent(job) < spent(best) ? job : best))
  }

  /** Whether the job is finished; otherwise it is queued again for its second attempt. */
  async #attempt(job: Job): Promise<boolean> {
    const { content, paywallMarker, highlight, finished } = job
    try {
      if (this.#closed) throw new Error('the renderer is closed')
      const request = { content, highlight, ...(paywallMarker !== undefined && { paywallMarker }) }
      const { page, heapBytes } = await this.#startedProcess().render(request, this.#limits)
      if (heapBytes > this.#limits.heapBytes) await this.#endProcess()
      finished.resolve(page)
      return true
    } catch (error) {
      await this.#endProcess()
      if (!this.#closed) {
        this.#log.warn({ err: error, characters: content.length, highlight }, 'a text could not be rendered')
        job.highlight = false
        if (highlight) return false
      }
      finished.resolve(this.#closed ? undefined : plainPage(content))
      return true
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

const mayHoldCode = (content: string): boolean => content.includes('```') || content.includes('~~~')
