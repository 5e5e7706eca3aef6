import { sql } from 'kysely'
import type { Db } from './database.ts'

const KEPT_HOURS = 24

export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
