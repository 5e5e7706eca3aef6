import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export async function putMediaAddress(db: Db, address: string): Promise<void> {
  await db
    .insertInto('media_addresses')
    .values({ address })
    .onConflict(conflict => conflict.column('address').doUpdateSet({ last_used_at: sql<Date>`now()` }))
    .execute()
}

/** The last used first. */
export function listMediaAddresses(db: Db): Promise<Selectable<Tables['media_addresses']>[]> {
  return db.selectFrom('media_addresses').selectAll().orderBy('last_used_at', 'desc').orderBy('address').execute()
}
