import { sql } from 'kysely'
import type { Tx } from '../db/connection/database.ts'
import type { TaskName, TaskPayloads } from './tasks.ts'

interface When {
  readonly runAt: Date
  /** A later job with the same key replaces a waiting one. */
  readonly key: string
  /** The time of a waiting job stays: repeated requests cannot postpone it. */
  readonly keepTime?: boolean
  /** One is enough for a task with a sweep that checks the state itself. */
  readonly attempts?: number
}

/** Adds a job that exists only if the caller's transaction commits. */
export async function enqueue<Name extends TaskName>(
  trx: Tx,
  task: Name,
  payload: TaskPayloads[Name],
  { runAt, key, keepTime = false, attempts = 1 }: When,
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt},
      job_key => ${`${task}:${key}`}, job_key_mode => ${keepTime ? 'preserve_run_at' : 'replace'},
      max_attempts => ${attempts})`.execute(trx)
}
