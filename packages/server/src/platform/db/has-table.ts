import { sql } from 'kysely'
import type { Db } from './connection/database.ts'

/** Whether the database has a table, which it may lack before it is migrated to this release. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db)
  return rows[0]?.found === true
}
