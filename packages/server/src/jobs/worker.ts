import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from '../core/logger.ts'
import { CRONTAB, type TaskHandlers } from './tasks.ts'

export interface Worker {
  readonly running: () => boolean
  /** Finishes what runs, and gives back what does not finish in time. */
  stop(): Promise<void>
}

export async function startWorker(pool: Pool, handlers: TaskHandlers, log: Logger): Promise<Worker> {
  const orphans = CRONTAB.filter(({ task }) => typeof handlers[task] !== 'function')
  if (orphans.length > 0) throw new Error(`tasks without a handler: ${orphans.map(({ task }) => task).join(', ')}`)

  const runner: Runner = await run({
    pgPool: pool,
    taskList: handlers as TaskList,
    parsedCronItems: parseCronItems(
      // A run that was missed is not made up for: each task looks at the whole state whenever it runs.
      CRONTAB.map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0, maxAttempts: 1, jobKey: task } })),
    ),
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      // Its everyday news is for those who look for a fault.
      if (level === 'error') log.error(`worker: ${message}`)
      else if (level === 'warning') log.warn(`worker: ${message}`)
      else log.debug(`worker: ${message}`)
    }),
  })
  // After downtime nothing waits for the next tick of the clock; with several nodes, one such job is enough.
  for (const { task } of CRONTAB) await runner.addJob(task, {}, { jobKey: task, maxAttempts: 1 })

  let running = true
  runner.promise.then(
    () => {
      running = false
    },
    error => {
      running = false
      log.error({ err: error }, 'the worker has stopped')
    },
  )
  return {
    running: () => running,
    stop: async () => {
      if (running) await runner.stop()
    },
  }
}
