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
/** Longer than the end of a runner takes if its jobs have to be released. */
const ENDS_WITHIN_MS = FINISH_WITHIN_MS + 6000

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
  let runner: WatchedRunner | undefined = await startRunner(pool, handlers, log)
  const watch = async (first: WatchedRunner) => {
    let current = first
    for (;;) {
      const error = await current.ended
      runner = undefined
      if (stopping.signal.aborted) return
      // Ends its schedule, if it did not end completely.
      current.stop().catch(() => {})
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

interface WatchedRunner extends Runner {
  /** Resolves when it has ended, with an error if there was one. */
  readonly ended: Promise<unknown>
}

/** If several results could not be written, a runner waits forever for their end. It runs no more jobs then. */
function watchEnd(runner: Runner): WatchedRunner {
  const ended = new Promise<unknown>(resolve => {
    let timer: NodeJS.Timeout | undefined
    const end = (error?: unknown) => {
      clearTimeout(timer)
      resolve(error)
    }
    runner.events.once('pool:gracefulShutdown', () => {
      timer = setTimeout(end, ENDS_WITHIN_MS)
    })
    runner.promise.then(() => end(), end)
  })
  return { ...runner, ended }
}

async function startRunner(pool: Pool, handlers: TaskHandlers, log: Logger): Promise<WatchedRunner> {
  const started = await run({
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
  const runner = watchEnd(started)
  try {
    // After downtime the tasks run at once; with several nodes, one such job is enough.
    for (const { task } of CRONTAB) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 })
  } catch (error) {
    await stopRunner(runner).catch(() => {})
    throw error
  }
  return runner
}

async function stopRunner(runner: WatchedRunner): Promise<void> {
  let killTimer: NodeJS.Timeout | undefined
  // The runner's own `kill` has no effect after a stop was requested.
  runner.events.once('pool:gracefulShutdown', ({ workerPool }) => {
    killTimer = setTimeout(() => {
      Promise.resolve(workerPool.forcefulShutdown('it did not finish before the worker had to stop')).catch(() => {})
    }, FINISH_WITHIN_MS)
  })
  try {
    await Promise.race([runner.stop(), runner.ended])
  } finally {
    clearTimeout(killTimer)
  }
}
