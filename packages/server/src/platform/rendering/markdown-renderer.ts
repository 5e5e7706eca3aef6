import type { Page, RenderingLimit } from '@galley/markdown/page'
import { isUnmarked, plainPage } from '@galley/markdown/plain-page'
import type { Logger } from '../core/logger.ts'
import { type Job, type Outcome, RenderingQueue } from './rendering-queue.ts'

const LIMITS = {
  /**
   * The CPU time of one attempt, so that the load of the machine does not decide how a page looks. A table that fills the
   * longest text of a post takes three seconds; loading a large grammar takes one.
   */
  attemptCpuMs: 6000,
  /** The elapsed time of one attempt, for a process that gets hardly any CPU time. */
  attemptMs: 30_000,
  idleMs: 30_000,
  heapBytes: 96 * 1024 * 1024,
  queuedCharacters: 20_000_000,
  /** A reader does not wait longer for a page. */
  readerWaitMs: 3000,
}

/** Texts up to this length are rendered by a process of their own. Most take less than a tenth of a second. */
const SHORT_MAX_CHARACTERS = 50_000
/** A short text that takes more CPU time than this is treated as a long one. */
const SHORT_CPU_MS = 2000

/**
 * Renders Markdown in separate processes, one for short texts and one for long ones. A text that takes too much time or
 * memory is rendered without syntax highlighting, and if that fails too, as plain paragraphs.
 */
export class MarkdownRenderer {
  readonly readerWaitMs: number
  readonly #short: RenderingQueue
  readonly #long: RenderingQueue
  readonly #pages = new Map<string, Promise<Page | undefined>>()

  constructor(log: Logger, given: Partial<typeof LIMITS> = {}) {
    const limits = { ...LIMITS, ...given }
    this.readerWaitMs = limits.readerWaitMs
    const shortCpuMs = Math.min(limits.attemptCpuMs, SHORT_CPU_MS)
    this.#short = new RenderingQueue(log, { ...limits, attemptCpuMs: shortCpuMs })
    this.#long = new RenderingQueue(log, limits)
  }

  get running(): boolean {
    return this.#short.running || this.#long.running
  }

  /** The page of a text that needs no rendering; undefined for others. */
  renderNow(content: string): Page | undefined {
    return isUnmarked(content) ? plainPage(content) : undefined
  }

  /**
   * Resolves to undefined if the queue is full, the renderer is closed or its process was ended by something else than the
   * text: such a text has no page yet. It never rejects.
   */
  async render(
    content: string,
    { owner, paywallMarker }: { owner: string; paywallMarker?: string },
  ): Promise<Page | undefined> {
    const now = this.renderNow(content)
    if (now !== undefined) return now
    const key = `${paywallMarker ?? ''}\n${content}`
    const known = this.#pages.get(key)
    if (known !== undefined) return known
    const request = { content, highlight: mayHoldCode(content), ...(paywallMarker !== undefined && { paywallMarker }) }
    const page = this.#render({ request, owner }).finally(() => this.#pages.delete(key))
    this.#pages.set(key, page)
    return page
  }

  /** Queued texts are not rendered. */
  async close(): Promise<void> {
    await Promise.all([this.#short.close(), this.#long.close()])
  }

  async #render(job: Job): Promise<Page | undefined> {
    const isShort = job.request.content.length <= SHORT_MAX_CHARACTERS
    const queue = isShort ? this.#short : this.#long
    if (!queue.hasSpaceFor(job)) return undefined
    let outcome: Outcome = await queue.render(job)
    if (isShort && isLimit(outcome)) outcome = await this.#long.render(job)
    // Queued again, so that other texts wait for one attempt at most.
    if (job.request.highlight && isLimit(outcome)) {
      outcome = await this.#long.render({ ...job, request: { ...job.request, highlight: false } })
    }
    // In the process too, because escaping a long text takes too long between two requests.
    if (isLimit(outcome)) outcome = await this.#long.render({ ...job, request: { ...job.request, exceeded: outcome } })
    return isLimit(outcome) ? undefined : outcome
  }
}

const isLimit = (outcome: Outcome): outcome is RenderingLimit => typeof outcome === 'string'

const mayHoldCode = (content: string): boolean => content.includes('```') || content.includes('~~~')
