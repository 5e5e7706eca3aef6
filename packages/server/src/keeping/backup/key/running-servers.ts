import { sql } from 'kysely'
import { AppError } from '../../../platform/core/errors.ts'
import type { Db } from '../../../platform/db/connection/database.ts'

/** A running server holds the key in memory and caches answers, so it must not run while these are replaced. */
export async function rejectRunningServers(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name in ('galley bus', 'galley worker')`.execute(db)
  if ((rows[0]?.count ?? 0) === 0) return
  throw new AppError('IN_USE', 'A server uses this database. Stop all servers first, then run the command again.')
}
