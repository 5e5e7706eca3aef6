import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/connection/database.ts'
import type { Tables } from '../../../src/platform/db/schema.ts'

/** One row for each lock request that waits for the current connection. */
export const LOCK_WAITERS = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'

/** Calls `work` while a transaction holds the table's lock. `countWaiters` counts those that wait for it. */
export function whileTableIsLocked<T>(
  db: Db,
  table: keyof Tables,
  work: (countWaiters: () => Promise<number>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
    return work(async () => (await sql.raw(LOCK_WAITERS).execute(trx)).rows.length)
  })
}
