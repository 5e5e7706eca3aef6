import { Worker } from 'node:worker_threads'
import type { Page } from '@galley/markdown/page'
import { isUnmarked, plainPage } from '@galley/markdown/plain-page'
import type { Logger } from './logger.ts'

/** What the worker is told, and what it answers. */
export interface Order {
  readonly content: string
  readonly paywallMarker?: string
  readonly highlight: boolean
}
export interface Finished {
  readonly page: Page
  readonly heapBytes: number
}

interface Job {
  readonly order: Order
  readonly owner: string
  readonly finished: PromiseWithResolvers<Page | undefined>
}

const LIMITS = {
  /** One text. What people write takes a small part of it, even where a large grammar is needed for the first time. */
  jobMs: 20_000,
  /** Then the worker goes, and its memory with it. */
  idleMs: 5 * 60_000,
  /** Grammars stay in memory once they were used; a worker with too many is replaced. */
  heapBytes: 128 * 1024 * 1024,
  queuedCharacters: 20_000_000,
}

/**
 * Renders Markdown in a worker thread, which is started by the first text and ended when there is none for a while. One
 * text at a time; whoever has taken the most of its time waits longest. A text that takes too long ends its worker, and is
 * then rendered without colours in its code; if that takes too long as well, as plain paragraphs.
 */
export class MarkdownRenderer {
  readonly #log: Logger
  readonly #limits: typeof LIMITS
  readonly #jobs = new Map<string, Job>()
  readonly #spentMs = new Map<string, number>()
  #working = false
  #closed = false
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(log: Logger, limits: Partial<typeof LIMITS> = {}) {
    this.#log = log
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Whether the worker is there, with all that it takes. */
  get running(): boolean {
    return this.#worker !== undefined
  }

  /** The page of a text that takes no rendering; undefined of others. */
  renderNow(content: string): Page | undefined {
    return isUnmarked(content) ? plainPage(content) : undefined
  }

  /** Undefined if there is too much to do already, or no time left to do it; nothing else makes it fail. */
  async render(
    content: string,
    { owner, paywallMarker }: { owner: string; paywallMarker?: string },
  ): Promise<Page | undefined> {
    const now = this.renderNow(content)
    if (now !== undefined) return now
    const key = `${paywallMarker ?? ''}\n${content}`
    const known = this.#jobs.get(key)
    if (known !== undefined) return known.finished.promise
    const queued = this.#jobs.values().reduce((sum, { order }) => sum + order.content.length, 0)
    if (queued > 0 && queued + content.length > this.#limits.queuedCharacters) return undefined
    const order = { content, highlight: true, ...(paywallMarker !== undefined && { paywallMarker }) }
    const job: Job = { order, owner, finished: Promise.withResolvers() }
    this.#jobs.set(key, job)
    void this.#work()
    return job.finished.promise
  }

  /** What is still waiting stays unrendered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#endWorker()
  }

  async #work(): Promise<void> {
    if (this.#working) return
    this.#working = true
    clearTimeout(this.#idle)
    while (this.#jobs.size > 0) {
      const [key, job] = this.#next()
      const begun = performance.now()
      job.finished.resolve(await this.#render(job.order))
      this.#jobs.delete(key)
      this.#spentMs.set(job.owner, (this.#spentMs.get(job.owner) ?? 0) + performance.now() - begun)
    }
    this.#spentMs.clear()
    this.#working = false
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.#endWorker(), this.#limits.idleMs).unref()
  }

  /** The one whose owner has taken the least time so far, so that nobody can keep all others waiting. */
  #next(): [string, Job] {
    const spent = ([, { owner }]: [string, Job]) => this.#spentMs.get(owner) ?? 0
    return this.#jobs.entries().reduce((best, job) => (spent(job) < spent(best) ? job : best))
  }

  async #render(order: Order): Promise<Page | undefined> {
    for (const highlight of mayHoldCode(order.content) ? [true, false] : [false]) {
      if (this.#closed) return undefined
      try {
        const { page, heapBytes } = await this.#order({ ...order, highlight })
        if (heapBytes > this.#limits.heapBytes) await this.#endWorker()
        return page
      } catch (error) {
        await this.#endWorker()
        if (!this.#closed)
          this.#log.warn({ err: error, characters: order.content.length, highlight }, 'a text could not be rendered')
      }
    }
    return this.#closed ? undefined : plainPage(order.content)
  }

  #order(order: Order): Promise<Finished> {
    const { promise, resolve, reject } = Promise.withResolvers<Finished>()
    const worker = this.#worker ?? this.#startWorker()
    worker.ref()
    const limit = setTimeout(() => reject(new Error('rendering took too long')), this.#limits.jobMs)
    const ended = (code: number) => reject(new Error(`the rendering thread ended with ${code}`))
    worker.once('message', resolve).once('error', reject).once('exit', ended)
    worker.postMessage(order)
    return promise.finally(() => {
      clearTimeout(limit)
      worker.off('message', resolve).off('error', reject).off('exit', ended)
    })
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
      name: 'markdown',
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    // Whoever waits for it hears of its end; where nobody does, the next text starts another.
    worker.on('error', () => {})
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

const mayHoldCode = (content: string): boolean => content.includes('```') || content.includes('~~~')
