import { sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'

const KEPT_RUNS = 100

export interface BackupRun {
  readonly id: string
  readonly started_at: Date
  readonly finished_at: Date | null
  readonly location: string
  readonly bytes: number | null
  readonly error: string | null
}

/** Undefined if this database is of a release that had no backups yet: a backup of it is possible, but not recorded. */
export async function insertRun(db: Db, location: string): Promise<string | undefined> {
  if (!(await hasTable(db, 'backup_runs'))) return undefined
  const id = newId()
  await db.insertInto('backup_runs').values({ id, location }).execute()
  await sql`
    delete from backup_runs where id in (
      select id from backup_runs order by started_at desc offset ${KEPT_RUNS})`.execute(db)
  return id
}

/** With both: the backup was created, and its verification has failed. */
export async function finishRun(
  db: Db,
  id: string,
  { bytes, error }: { bytes?: number; error?: string },
): Promise<void> {
  const changes = { ...(bytes !== undefined && { bytes: String(bytes) }), ...(error !== undefined && { error }) }
  await db
    .updateTable('backup_runs')
    .set({ ...changes, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export interface LastRuns {
  readonly last: BackupRun | undefined
  /** The last one that was created. Its verification may have failed: `error`. */
  readonly lastSuccess: BackupRun | undefined
}

/** Without those of the future: the clock was set back since. They would put off the next backup until then. */
export async function findLastRuns(db: Db): Promise<LastRuns> {
  const newest = db
    .selectFrom('backup_runs')
    .selectAll()
    .where('started_at', '<=', sql<Date>`now()`)
    .orderBy('started_at', 'desc')
    .limit(1)
  const [last, lastSuccess] = await Promise.all([
    newest.executeTakeFirst(),
    newest.where('bytes', 'is not', null).executeTakeFirst(),
  ])
  const view = (run: typeof last) => run && { ...run, bytes: run.bytes === null ? null : Number(run.bytes) }
  return { last: view(last), lastSuccess: view(lastSuccess) }
}
