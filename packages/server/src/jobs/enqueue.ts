import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { TaskName, TaskPayloads } from './tasks.ts'

/**
 * Adds a job that exists only if the caller's transaction commits. A later job with the same key replaces a waiting
 * one. One attempt: every task has a sweep that checks the state itself.
 */
export async function enqueue<Name extends TaskName>(
  trx: Tx,
  task: Name,
  payload: TaskPayloads[Name],
  { runAt, key }: { runAt: Date; key: string },
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt},
      job_key => ${`${task}:${key}`}, max_attempts => 1)`.execute(trx)
}
