import type { Registry } from '@prometheus-io/client'
import type { ViewCounts } from '../context.ts'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Bus } from '../db/bus.ts'
import { type Endpoint, ProcessChannel } from './process-channel.ts'
import type { ToMain, ToRequestProcess } from './process-messages.ts'

/** A busy process may need a moment. Afterwards, messages arrive through the database. */
const DELIVER_WITHIN_MS = 1000
const METRICS_WITHIN_MS = 5000
const VIEWS_WITHIN_MS = 2000
const OTHERS_CLOSED_WITHIN_MS = 1500
const FORWARD_VIEWS_EVERY_MS = 500

/** What a request process needs from the main process of the server. */
export class MainProcessLink {
  readonly #channel: ProcessChannel<ToMain, ToRequestProcess>
  readonly #stopAsked = Promise.withResolvers<void>()
  readonly views: ViewCounts
  #workerRunning: boolean | undefined
  #bus: Bus | undefined
  #metrics: Registry | undefined

  constructor(
    endpoint: Endpoint & { on(event: 'message', listener: (message: unknown) => void): unknown },
    log: Logger,
  ) {
    this.#channel = new ProcessChannel(
      endpoint,
      question => this.#respond(question),
      error => log.error({ err: error }, 'a message of the main process could not be handled'),
    )
    this.views = new ForwardedViews(views => this.#channel.ask({ kind: 'views', views }, VIEWS_WITHIN_MS))
    endpoint.on('message', message => void this.#channel.receive(message))
  }

  /** Resolves when the server is asked to stop. */
  get stopAsked(): Promise<void> {
    return this.#stopAsked.promise
  }

  /** State of the whole server, for the health endpoints of this process. */
  readonly readiness = { workerRunning: () => this.#workerRunning, metricsOfAll: () => this.#metricsOfAll() }

  async #metricsOfAll(): Promise<string> {
    const text = await this.#channel.ask({ kind: 'metrics' }, METRICS_WITHIN_MS)
    if (typeof text === 'string') return text
    throw new AppError('UNAVAILABLE', 'The metrics of all processes could not be read in time.')
  }

  /** From now on, changes in one process reach the caches of the others before they are answered. */
  connect({ bus, metrics }: { bus: Bus; metrics: Registry }): void {
    this.#bus = bus
    this.#metrics = metrics
    bus.shareWith(messages => this.#channel.ask({ kind: 'messages', messages }, DELIVER_WITHIN_MS))
  }

  ready(url: string): void {
    this.#channel.tell({ kind: 'ready', url })
  }

  async failed(message: string): Promise<void> {
    await this.#channel.ask({ kind: 'failed', message }, DELIVER_WITHIN_MS)
  }

  /** Tells that this process does not listen any more; resolves when the others do not either. */
  readonly othersClosed = () => this.#channel.ask({ kind: 'closed' }, OTHERS_CLOSED_WITHIN_MS)

  #respond(question: ToRequestProcess): unknown {
    switch (question.kind) {
      case 'stop':
        return this.#stopAsked.resolve()
      case 'worker':
        this.#workerRunning = question.running
        return
      case 'messages':
        for (const message of question.messages) this.#bus?.deliver(message)
        return
      case 'metrics':
        return this.#metrics?.getMetricsAsJSON()
    }
  }
}

type Views = readonly (readonly [postId: string, reader: string])[]

/**
 * Sends views to the main process, which counts them: only there, a reader whose requests reach several processes
 * counts once.
 */
class ForwardedViews implements ViewCounts {
  readonly #send: (views: Views) => Promise<unknown>
  #pending = new Map<string, readonly [string, string]>()
  #timer: NodeJS.Timeout | undefined

  constructor(send: (views: Views) => Promise<unknown>) {
    this.#send = send
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FORWARD_VIEWS_EVERY_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  note(postId: string, reader: string): void {
    this.#pending.set(`${postId} ${reader}`, [postId, reader])
  }

  async flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const views = [...this.#pending.values()]
    this.#pending = new Map()
    await this.#send(views)
  }
}
