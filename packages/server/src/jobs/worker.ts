import { setTimeout as delay } from 'node:timers/promises'
import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import { errorMessage } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { FINISH_WITHIN_MS } from '../core/settings/stop-times.ts'
import { type Connection, openPool } from '../db/connection/pool.ts'
import { CRONTAB, type TaskHandlers } from './tasks.ts'

const LONGEST_PAUSE_MS = 10_000
const CONCURRENCY = 4

export interface Worker {
  readonly running: () => boolean
  /** Finishes running jobs, and releases those that do not finish in time. */
  stop(): Promise<void>
}

/** Its own connections: one listens for new jobs, the others fetch jobs and record their results. */
export function openWorkerPool(connection: Connection, log: Logger): Pool {
  return openPool(connection, { max: CONCURRENCY + 1, application_name: 'galley worker', query_timeout: 6000 }, log)
}

/**
 * Runs jobs until it is stopped. A runner that ends by itself, for example because the database is down, is replaced.
 */
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
      log.warn({ err: error }, 'the worker has ended unexpectedly and is started again')
      current = await untilStarted()
      // It was stopped during the start.
      if (stopping.signal.aborted) return stopRunner(current)
      runner = current
    }
  }
  const untilStarted = async () => {
    for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await delay(pauseMs, undefined, { signal: stopping.signal })
      try {
        return await startRunner(pool, handlers, log)
      } catch (error) {
        log.warn(`the worker could not be started: ${errorMessage(error)}`)
      }
    }
  }
  // Rejected only by the stop, during a pause.
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
      // A missed run is not repeated: each task checks the whole state whenever it runs.
      CRONTAB.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task } })),
    ),
    concurrency: CONCURRENCY,
    pollInterval: 2000,
    noHandleSignals: true,
    // As a batch, even of one, a result that cannot be written ends the runner. Otherwise it would be an unhandled
    // rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message) => {
      // Its routine messages are for debugging.
      if (level === 'error') log.error(`worker: ${message}`)
      else if (level === 'warning') log.warn(`worker: ${message}`)
      else log.debug(`worker: ${message}`)
    }),
  })
  try {
    // After downtime the tasks run at once; with several nodes, one such job is enough.
    for (const { task } of CRONTAB) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 })
  } catch (error) {
    await stopRunner(runner).catch(() => {})
    throw error
  }
  return runner
}

async function stopRunner(runner: Runner): Promise<void> {
  let killTimer: NodeJS.Timeout | undefined
  // The runner's own `kill` has no effect after a stop was requested.
  runner.events.once('pool:gracefulShutdown', ({ workerPool }) => {
    killTimer = setTimeout(() => {
      Promise.resolve(workerPool.forcefulShutdown('it did not finish before the worker had to stop')).catch(() => {})
    }, FINISH_WITHIN_MS)
  })
  try {
    await runner.stop()
  } finally {
    clearTimeout(killTimer)
  }
}
