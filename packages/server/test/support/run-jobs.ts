import { runOnce } from 'graphile-worker'
import { createHandlers } from '../../src/job-handlers.ts'
import { openPool } from './database/open-pool.ts'
import type { TestServer } from './test-server.ts'

/** Runs the waiting jobs of a task, also those whose time has not come. */
export async function runJobs({ context, database }: TestServer, task: string): Promise<void> {
  const pool = openPool(database.connection, 2)
  try {
    await pool.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 second'
       where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
      [task],
    )
    const handlers: Record<string, (payload: never) => Promise<void>> = { ...createHandlers(context) }
    await runOnce({ pgPool: pool, taskList: { [task]: handlers[task] as never }, noHandleSignals: true })
  } finally {
    await pool.end()
  }
}
