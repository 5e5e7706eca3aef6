import { sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '../core/errors.ts'
import type { Db } from './connection/database.ts'

/** An advisory lock, held by the session of a backup from before its snapshot until its end. */
const BACKUP_LOCK = 4_713_002

/** Ends with the session, so a killed backup blocks nothing. */
export async function lockForBackup(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as locked`)
  if (rows[0]?.locked !== true) throw new AppError('IN_USE', 'Another backup of this database is running.')
}

/**
 * Whether a backup runs, which still reads files that its snapshot knows. Ask after the deletion of a file's row was
 * committed: a backup that begins later does not know the file.
 */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${BACKUP_LOCK} and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as running`.execute(db)
  return rows[0]?.running === true
}
