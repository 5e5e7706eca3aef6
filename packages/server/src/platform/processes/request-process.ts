import cluster, { type Worker } from 'node:cluster'
import { withTimeout } from '../core/limits/with-timeout.ts'
import type { Logger } from '../core/logger.ts'
import type { BusMessage } from '../db/bus.ts'
import { ProcessChannel } from './process-channel.ts'
import type { ProcessMetrics, ToMain, ToRequestProcess } from './process-messages.ts'

/** After this time a process counts as unresponsive, and messages to it are sent without waiting. */
const DELIVER_WITHIN_MS = 250
const METRICS_WITHIN_MS = 2000
const LAST_MESSAGES_WITHIN_MS = 1000

// The system gives new connections to the processes. With the other policy, this process would accept them: they would
// wait while it is busy with jobs, and hang if it passes one to a process that has just been killed.
cluster.schedulingPolicy = cluster.SCHED_NONE

export interface EndOfProcess {
  readonly code: number | null
  readonly signal: string | null
  /** Why it could not start. */
  readonly failure: string | undefined
}

/** A process that serves requests, as the main process sees it. */
export class RequestProcess {
  readonly #worker: Worker
  readonly #channel: ProcessChannel<ToRequestProcess, ToMain>
  readonly #url = Promise.withResolvers<string>()
  /** Resolves when it has ended and all its messages have arrived. */
  readonly ended: Promise<EndOfProcess>
  #failure: string | undefined
  #isUnresponsive = false
  #isListening = false

  constructor(
    env: Readonly<Record<string, string>>,
    respond: (question: ToMain, from: RequestProcess) => unknown,
    log: Logger,
  ) {
    const worker = cluster.fork(env)
    this.#worker = worker
    const endpoint = {
      get connected() {
        return worker.isConnected()
      },
      send: worker.process.send.bind(worker.process),
    }
    const receive = (question: ToMain) => {
      if (question.kind === 'ready') {
        this.#isListening = true
        return this.#url.resolve(question.url)
      }
      if (question.kind === 'failed') {
        this.#failure = question.message
        return
      }
      return respond(question, this)
    }
    this.#channel = new ProcessChannel(endpoint, receive, error =>
      log.error({ err: error }, 'a message of a process that serves requests could not be handled'),
    )
    worker.on('message', message => void this.#channel.receive(message))
    worker.on('error', error => {
      // A message to a process that is ending may fail.
      if (worker.isConnected()) log.error({ err: error }, 'a process that serves requests has an error')
    })
    const disconnected = new Promise<void>(resolve => worker.once('disconnect', resolve))
    this.ended = new Promise(resolve => {
      worker.once('exit', async (code, signal) => {
        this.#channel.close()
        await withTimeout(LAST_MESSAGES_WITHIN_MS, disconnected)
        resolve({ code, signal, failure: this.#failure })
      })
    })
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** Its address, when it listens; undefined if it has ended before. */
  url(): Promise<string | undefined> {
    return Promise.race([this.#url.promise, this.ended.then(() => undefined)])
  }

  tellWorkerState(running: boolean | undefined): void {
    this.#channel.tell({ kind: 'worker', running })
  }

  /** Resolves when the process has delivered the messages to its caches. */
  async deliver(messages: readonly BusMessage[]): Promise<void> {
    const responded = this.#channel.ask({ kind: 'messages', messages }, DELIVER_WITHIN_MS).then(response => {
      this.#isUnresponsive = response === undefined
    })
    if (!this.#isUnresponsive) await responded
  }

  async metrics(): Promise<ProcessMetrics | undefined> {
    return (await this.#channel.ask({ kind: 'metrics' }, METRICS_WITHIN_MS)) as ProcessMetrics | undefined
  }

  /**
   * Gives up this process's copy of the listening socket; the main process closes its own with the last one. Must
   * happen before a stop, because a connection that nobody accepts any more is reset when the last copy is closed. A
   * process that does not listen yet still needs the main process for that.
   */
  releaseListener(): void {
    if (this.#isListening && this.#worker.isConnected()) this.#worker.disconnect()
  }

  /** Finishes running requests. */
  async stop(): Promise<void> {
    this.#channel.tell({ kind: 'stop' })
    await this.ended
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }
}
