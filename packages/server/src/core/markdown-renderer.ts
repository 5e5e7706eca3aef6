import { Worker } from 'node:worker_threads'
import type { Page } from '@galley/markdown/page'
import { isUnmarked, plainPage } from '@galley/markdown/plain-page'
import type { Logger } from './logger.ts'

/** The message to the worker. */
export interface RenderRequest {
  readonly content: string
  readonly paywallMarker?: string
  readonly highlight: boolean
}
/** The worker's answer. */
export interface RenderResult {
  readonly page: Page
  readonly heapBytes: number
}

interface Job {
  readonly content: string
  readonly paywallMarker: string | undefined
  /** Turned off for the second attempt. */
  highlight: boolean
  readonly owner: string
  readonly finished: PromiseWithResolvers<Page | undefined>
}

const LIMITS = {
  /**
   * One attempt at one text, in the worker's own processor time: a busy machine must not decide how a page looks. The
   * longest text that a post may have takes about a second, and so does loading a large grammar. On a machine with time to
   * spare, others wait for this long at most, because the second attempt goes back into the queue.
   */
  attemptCpuMs: 4000,
  /** The same by the clock, for a worker that gets hardly any processor time. */
  attemptMs: 15_000,
  /** An idle worker is ended after this time, which frees its memory. */
  idleMs: 30_000,
  /** Grammars stay in memory once they were used; a worker with too many is replaced. */
  heapBytes: 96 * 1024 * 1024,
  queuedCharacters: 20_000_000,
}

/** Hostile texts make up to 250 MB of tokens. A worker that needs more than this ends, and its text is shown plain. */
const WORKER_HEAP_MB = 384

/**
 * Renders Markdown in a worker thread, which is started by the first text and ended when it is idle. One text at a time;
 * next comes the owner who has used the least time so far. An attempt that takes too long ends its worker; the text is
 * then rendered without colours in its code, and if that takes too long as well, as plain paragraphs.
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

  /** Whether the worker thread runs. */
  get running(): boolean {
    return this.#worker !== undefined
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
      const isDone = await this.#attempt(job)
      if (isDone) this.#jobs.delete(key)
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

  /** Whether the job is finished; otherwise it stays in the queue for its second attempt. */
  async #attempt(job: Job): Promise<boolean> {
    const { content, paywallMarker, highlight, finished } = job
    try {
      if (this.#closed) throw new Error('the renderer is closed')
      const request = { content, highlight, ...(paywallMarker !== undefined && { paywallMarker }) }
      const { page, heapBytes } = await this.#send(request)
      if (heapBytes > this.#limits.heapBytes) await this.#endWorker()
      finished.resolve(page)
      return true
    } catch (error) {
      await this.#endWorker()
      if (!this.#closed) {
        this.#log.warn({ err: error, characters: content.length, highlight }, 'a text could not be rendered')
        job.highlight = false
        if (highlight) return false
      }
      finished.resolve(this.#closed ? undefined : plainPage(content))
      return true
    }
  }

  #send(request: RenderRequest): Promise<RenderResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
    const worker = this.#worker ?? this.#startWorker()
    worker.ref()
    const tooLong = () => reject(new Error('rendering took too long'))
    const limit = setTimeout(tooLong, this.#limits.attemptMs)
    const watch = watchCpu(worker, this.#limits.attemptCpuMs, tooLong)
    const ended = (code: number) => reject(new Error(`the rendering thread ended with ${code}`))
    worker.once('message', resolve).once('error', reject).once('exit', ended)
    worker.postMessage(request)
    return promise.finally(() => {
      clearTimeout(limit)
      clearInterval(watch)
      worker.off('message', resolve).off('error', reject).off('exit', ended)
    })
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
      name: 'markdown',
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    })
    // A job that waits for it has its own listeners; without one, the next job starts another worker.
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

const CPU_CHECK_MS = 250

/** Calls back when the worker has used so much processor time from now on, give or take the time between two checks. */
function watchCpu(worker: Worker, limitMs: number, onExceeded: () => void): NodeJS.Timeout {
  let first: NodeJS.CpuUsage | undefined
  const check = async () => {
    const { user, system } = await worker.cpuUsage(first)
    if (first === undefined) first = { user, system }
    else if ((user + system) / 1000 > limitMs) onExceeded()
  }
  // A worker that has just ended has no usage, and its end is noticed elsewhere.
  return setInterval(() => void check().catch(() => {}), CPU_CHECK_MS)
}

const mayHoldCode = (content: string): boolean => content.includes('```') || content.includes('~~~')
