import { ENDED_TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type TokenRow = Omit<
  Selectable<Tables['api_tokens']>,
  'token_hash' | 'oauth_client_id' | 'refresh_hash' | 'former_refresh_hash' | 'expiry_notified_at'
>

const COLUMNS = [
  'id',
  'user_id',
  'name',
  'token_prefix',
  'scopes',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'created_at',
  'refresh_expires_at',
] as const

export function listTokens(db: Db, userId: string): Promise<TokenRow[]> {
  return db
    .selectFrom('api_tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function insertToken(db: Db, token: Insertable<Tables['api_tokens']>): Promise<TokenRow> {
  return db.insertInto('api_tokens').values(token).returning(COLUMNS).executeTakeFirstOrThrow()
}

export async function revokeTokensNamed(db: Db, userId: string, name: string): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Repeating it keeps the first revocation time. */
export async function revokeToken(db: Db, userId: string, id: string): Promise<boolean> {
  const token = await db
    .updateTable('api_tokens')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return token !== undefined
}

/** Deletes the oldest tokens that were revoked or have expired, if there are more than the limit. */
export async function deleteExcessEndedTokens(db: Db, userId: string): Promise<void> {
  const ended = db
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where(eb => eb.not(isLive))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(ENDED_TOKENS_MAX_PER_USER)
  await db.deleteFrom('api_tokens').where('id', 'in', ended).execute()
}

/**
 * Tokens that expire within this many days and were not returned before. Left out are tokens of programs, which are
 * renewed automatically, and tokens that were issued for such a short time, whose owners have just seen when they
 * expire.
 */
export async function takeExpiringTokens(db: Db, days: number): Promise<Pick<TokenRow, 'id' | 'user_id'>[]> {
  const { rows } = await sql<Pick<TokenRow, 'id' | 'user_id'>>`
    update api_tokens set expiry_notified_at = now()
    where revoked_at is null and expiry_notified_at is null and oauth_client_id is null
      and expires_at > now() and expires_at <= now() + make_interval(days => ${days})
      and created_at < expires_at - make_interval(days => ${days})
    returning id, user_id`.execute(db)
  return rows
}

/** Without those of this name. Expired tokens do not count towards the limit. */
export async function countOtherLiveTokens(db: Db, userId: string, name: string): Promise<number> {
  const { count } = await live(db, userId)
    .where('name', '<>', name)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function hasLiveTokenNamed(db: Db, userId: string, name: string): Promise<boolean> {
  return (await live(db, userId).where('name', '=', name).select('id').executeTakeFirst()) !== undefined
}

const isLive = sql<boolean>`(revoked_at is null
  and (expires_at is null or coalesce(refresh_expires_at, expires_at) > now()))`

const live = (db: Db, userId: string) => db.selectFrom('api_tokens').where('user_id', '=', userId).where(isLive)
