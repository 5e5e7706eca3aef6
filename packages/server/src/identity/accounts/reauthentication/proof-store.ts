import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'

export async function wasAuthenticatedWithin(db: Db, sessionId: string, ms: number): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('authenticated_at', '>', sql<Date>`now() - make_interval(secs => ${ms / 1000})`)
    .executeTakeFirst()
  return found !== undefined
}

/** The owner has just proved to be the owner in this browser. */
export async function markAuthenticated(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
}
