import { setTimeout as delay } from 'node:timers/promises'
import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from '../core/logger.ts'
import { FINISH_WITHIN_MS } from '../core/stop-times.ts'
import { type Connection, openPool } from '../db/pool.ts'
import { CRONTAB, type TaskHandlers } from './tasks.ts'

const LONGEST_PAUSE_MS = 10_000
const CONCURRENCY = 4

export interface Worker {
  readonly running: () => boolean
  /** Finishes what runs, and gives back what does not finish in time. */
  stop(): Promise<void>
}

/** Its own connections: one listens for new jobs, the others fetch jobs and record how they ended. */
export function openWorkerPool(connection: Connection, log: Logger): Pool {
  return openPool(connection, { max: CONCURRENCY + 1, application_name: 'galley worker', query_timeout: 6000 }, log)
}

/** Runs jobs until it is stopped. A runner that ends by itself, as when the database goes away, is replaced. */
export async function startWorker(pool: Pool, handlers: TaskHandlers, log: Logger): Promise<Worker> {
  const orphans = CRONTAB.filter(({ task }) => typeof handlers[task] !== 'function')
  if (orphans.length > 0) throw new Error(`tasks without a handler: ${orphans.map(({ task }) => task).join(', ')}`)

  const stopping = new AbortController()
  let runner: Runner | undefined = await startRunner(pool, handlers, log)
  const watch = async (first: Runner) => {
    let current = first
    for (;;) {
      const error = await current.promise.catch((error: unknown) => error)
      runner = undefined
      if (stopping.signal.aborted) return
      log.warn({ err: error }, 'the worker has ended, starting another')
      current = await untilStarted()
      runner = current
    }
  }
  const untilStarted = async () => {
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await delay(pauseMs, undefined, { signal: stopping.signal })
      try {
        return await startRunner(pool, handlers, log)
      } catch (error) {
        log.warn(`the worker does not start: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  // Only the stop rejects it, during a pause.
  const watched = watch(runner).catch(() => {})

  return {
    running: () => runner !== undefined,
    stop: async () => {
      stopping.abort()
      if (runner !== undefined) await stopRunner(runner)
      await watched
    },
  }
}

async function startRunner(pool: Pool, handlers: TaskHandlers, log: Logger): Promise<Runner> {
  const runner = await run({
    pgPool: pool,
    taskList: handlers as TaskList,
    parsedCronItems: parseCronItems(
      // A run that was missed is not made up for: each task looks at the whole state whenever it runs.
      CRONTAB.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task } })),
    ),
    concurrency: CONCURRENCY,
    pollInterval: 2000,
    noHandleSignals: true,
    // In a batch, if only of one, an outcome that cannot be written down ends the runner. Alone it would be a rejection
    // that nobody hears, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message) => {
      // Its everyday news is for those who look for a fault.
      if (level === 'error') log.error(`worker: ${message}`)
      else if (level === 'warning') log.warn(`worker: ${message}`)
      else log.debug(`worker: ${message}`)
    }),
  })
  try {
    // After downtime nothing waits for the next tick of the clock; with several nodes, one such job is enough.
    for (const { task } of CRONTAB) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 })
  } catch (error) {
    await stopRunner(runner).catch(() => {})
    throw error
  }
  return runner
}

async function stopRunner(runner: Runner): Promise<void> {
  let patience: NodeJS.Timeout | undefined
  // Its own `kill` does nothing any more once it has been asked to stop.
  runner.events.once('pool:gracefulShutdown', ({ workerPool }) => {
    patience = setTimeout(() => {
      Promise.resolve(workerPool.forcefulShutdown('it did not finish before the worker had to stop')).catch(() => {})
    }, FINISH_WITHIN_MS)
  })
  try {
    await runner.stop()
  } finally {
    clearTimeout(patience)
  }
}
