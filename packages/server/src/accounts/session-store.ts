import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export const SESSION_DAYS = 30

export async function insertSession(
  db: Db,
  session: { id: string; user_id: string; token_hash: Buffer },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})` })
    .execute()
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Answers whose session it was. */
export async function deleteSessionByHash(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export async function deleteOtherSessions(db: Db, userId: string, keptId: string | undefined): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId)
  if (keptId !== undefined) sessions = sessions.where('id', '<>', keptId)
  await sessions.execute()
}

export async function purgeExpiredSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
