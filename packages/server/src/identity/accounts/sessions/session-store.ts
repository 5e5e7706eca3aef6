import { SESSIONS_MAX_PER_USER } from '@galley/contract/limits'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'

export const SESSION_DAYS = 30

export async function insertSession(
  db: Db,
  session: { id: string; user_id: string; token_hash: Buffer; user_agent: string | null },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})` })
    .execute()
}

export type SessionRow = Omit<Selectable<Tables['sessions']>, 'token_hash' | 'authenticated_at'>

/** The logged-in browsers, last used first. */
export function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the user of the session. */
export async function deleteSessionByHash(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Deletes the least recently used ones, if there are more than the limit. Returns whether there were. */
export async function deleteExcessSessions(db: Db, userId: string): Promise<boolean> {
  const excess = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(SESSIONS_MAX_PER_USER)
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', excess).executeTakeFirst()
  return numDeletedRows > 0n
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
