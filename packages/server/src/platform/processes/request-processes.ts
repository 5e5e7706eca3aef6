import { setTimeout as delay } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Settings } from '../config.ts'
import type { AppContext } from '../context.ts'
import { SettingsError } from '../core/settings/environment-reader.ts'
import { FINISH_WITHIN_MS } from '../core/settings/stop-times.ts'
import type { BusMessage } from '../db/bus.ts'
import type { Connection } from '../db/connection/pool.ts'
import { connectionUrl, type Connection as EmbeddedConnection } from '../db/embedded/connection.ts'
import type { ProcessMetrics, ToMain } from './process-messages.ts'
import { RequestProcess } from './request-process.ts'

/** A process that has run this long did not fail because of its start. */
const STEADY_MS = 30_000
const LONGEST_PAUSE_MS = 30_000
const WORKER_STATE_MS = 500
const STOP_WITHIN_MS = FINISH_WITHIN_MS + 500
/** How many of the 100 connections of the embedded database all request processes may use for queries. */
const EMBEDDED_CONNECTIONS = 60

export interface ProcessOptions {
  readonly count: number
  /** Settings that differ from those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly workerRunning: () => boolean | undefined
}

type Context = Pick<AppContext, 'bus' | 'log' | 'metrics' | 'views'>

/**
 * The processes that serve requests. One that ends is replaced: at once the first time, then after growing pauses, so
 * that a process that cannot run does not use up the machine.
 */
export class RequestProcesses {
  readonly #context: Context
  readonly #options: ProcessOptions
  readonly #running = new Set<RequestProcess>()
  readonly #stopping = new AbortController()
  readonly #kept: Promise<void>[] = []
  /** Processes that listen or are starting. */
  readonly #open = new Set<RequestProcess>()
  readonly #allClosed = Promise.withResolvers<void>()
  #workerState: NodeJS.Timeout | undefined

  constructor(context: Context, options: ProcessOptions) {
    this.#context = context
    this.#options = options
    context.bus.shareWith(messages => this.#share(messages))
  }

  /** Resolves to their address when all of them listen. */
  async start(): Promise<string> {
    const first = Array.from({ length: this.#options.count }, () => this.#fork())
    const [url] = await Promise.all(first.map(untilListening))
    for (const process of first) this.#kept.push(this.#keep(process))
    this.#reportWorkerState()
    return url ?? ''
  }

  /** All finish their requests and end. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#workerState)
    // Each one limits its own stop; this is for one that does not respond.
    const timer = setTimeout(() => this.#kill(), STOP_WITHIN_MS)
    for (const process of this.#running) process.releaseListener()
    await Promise.all([...this.#running].map(process => process.stop()))
    await Promise.all(this.#kept)
    clearTimeout(timer)
  }

  #kill(): void {
    for (const process of this.#running) process.kill()
  }

  async #keep(first: RequestProcess): Promise<void> {
    let current = first
    let startedMs = performance.now()
    let pauseMs = 0
    for (;;) {
      const { code, signal, failure } = await current.ended
      if (this.#stopping.signal.aborted) return
      if (performance.now() - startedMs > STEADY_MS) pauseMs = 0
      const cause = failure ?? `it ended with ${signal ?? `code ${code}`}`
      const when = pauseMs === 0 ? 'now' : `in ${pauseMs / 1000} s`
      this.#context.log.warn(`a process that serves requests is started again ${when}: ${cause}`)
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.#stopping.signal.aborted) return
      pauseMs = Math.min(pauseMs * 2 + 500, LONGEST_PAUSE_MS)
      startedMs = performance.now()
      current = this.#fork()
    }
  }

  #fork(): RequestProcess {
    const respond = (question: ToMain, from: RequestProcess) => this.#respond(question, from)
    const process = new RequestProcess(this.#options.env, respond, this.#context.log)
    this.#running.add(process)
    this.#open.add(process)
    void process.ended.then(() => {
      this.#running.delete(process)
      this.#noteClosed(process)
    })
    process.tellWorkerState(this.#options.workerRunning())
    return process
  }

  #respond(question: ToMain, from: RequestProcess): unknown {
    switch (question.kind) {
      case 'messages':
        for (const message of question.messages) this.#context.bus.deliver(message)
        return this.#share(question.messages, from)
      case 'views':
        for (const [postId, reader] of question.views) this.#context.views.note(postId, reader)
        return
      case 'metrics':
        return this.#metricsOfAll()
      case 'closed':
        this.#noteClosed(from)
        return this.#stopping.signal.aborted ? this.#allClosed.promise : undefined
      default:
        return
    }
  }

  #noteClosed(process: RequestProcess): void {
    this.#open.delete(process)
    if (this.#open.size === 0 && this.#stopping.signal.aborted) this.#allClosed.resolve()
  }

  async #share(messages: readonly BusMessage[], from?: RequestProcess): Promise<void> {
    const others = [...this.#running].filter(process => process !== from)
    await Promise.all(others.map(process => process.deliver(messages)))
  }

  /** A process that does not respond is left out. */
  async #metricsOfAll(): Promise<string> {
    const own = this.#context.metrics.getMetricsAsJSON() as Promise<ProcessMetrics>
    const all = await Promise.all([own, ...[...this.#running].map(process => process.metrics())])
    return Registry.aggregate(all.filter(metrics => metrics !== undefined && metrics !== null)).metrics()
  }

  /** The request processes answer /readyz, which includes the worker of this process. */
  #reportWorkerState(): void {
    let last = this.#options.workerRunning()
    this.#workerState = setInterval(() => {
      const running = this.#options.workerRunning()
      if (running !== last) for (const process of this.#running) process.tellWorkerState(running)
      last = running
    }, WORKER_STATE_MS)
  }
}

async function untilListening(process: RequestProcess): Promise<string> {
  const url = await process.url()
  if (url !== undefined) return url
  const { code, signal, failure } = await process.ended
  throw new SettingsError(failure ?? `A process that serves requests ended with ${signal ?? `code ${code}`}.`)
}

/** The settings of request processes: the main process has the jobs and the embedded database. */
export function requestProcessEnvironment(settings: Settings, connection: Connection): Record<string, string> {
  const { workers, databasePoolMax, connectionsPerAddress } = settings
  return {
    WORKERS: '1',
    ROLE: 'api',
    // New connections go to one process after the other.
    CONNECTIONS_PER_ADDRESS: String(Math.ceil(connectionsPerAddress / workers)),
    ...(settings.databaseUrl === undefined && {
      DATABASE_URL: connectionUrl(connection as EmbeddedConnection),
      DATABASE_POOL_MAX: String(Math.min(databasePoolMax, Math.floor(EMBEDDED_CONNECTIONS / workers))),
    }),
    // As galley.mjs sets them for the main process.
    GALLEY_RESTARTED: 'yes',
    MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  }
}
