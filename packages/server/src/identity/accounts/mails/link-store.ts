import { sql } from 'kysely'
import { hashSecret, newSecret } from '../../../platform/core/credentials.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'

type Purpose = 'reset' | 'verify'

interface Link {
  readonly user_id: string
  /** To which it was sent; null for a link of the operator's command. */
  readonly email: string | null
}

/** Stores only the hash; the returned token is in the link and nowhere else. */
export async function issueLink(trx: Tx, purpose: Purpose, link: Link, validMs: number): Promise<string> {
  const token = newSecret(32)
  await trx
    .insertInto('account_links')
    .values({
      ...link,
      purpose,
      token_hash: hashSecret(token),
      expires_at: sql<Date>`now() + make_interval(secs => ${validMs / 1000})`,
    })
    .execute()
  return token
}

/** Finds and removes the link, so that of two requests with the same link only one succeeds. */
export function takeLink(trx: Tx, purpose: Purpose, token: string): Promise<Link | undefined> {
  return trx
    .deleteFrom('account_links')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}

export async function hasLink(db: Db, purpose: Purpose, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('account_links')
    .select('user_id')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * With a new password or address, no earlier link works: whoever has requested a change of the address or can read the old
 * one must not be able to take over the account.
 */
export async function deleteLinks(trx: Tx, userId: string): Promise<void> {
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
}

export async function countRecentLinks(db: Db, userId: string, purpose: Purpose): Promise<number> {
  const { count } = await db
    .selectFrom('account_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

/** The address that was asked for last, if it is still waiting for its verification. */
export async function findPendingEmail(db: Db, userId: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('account_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return link?.email ?? undefined
}

export async function purgeExpiredLinks(db: Db): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', sql<Date>`now()`).execute()
}
