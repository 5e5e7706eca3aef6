import { sql } from 'kysely'
import { type Account, lockAccount, updateSuspension } from '../accounts/account-store.ts'
import type { Tx } from '../db/database.ts'

/**
 * Suspends an account, or restores it with null. What it wrote leaves the public with it and comes back with it: its posts
 * by triggers of the database, its comments because every list asks, and their numbers here. Hours keep what happened in
 * them. The caller notifies about the account.
 */
export async function suspendAccount(trx: Tx, userId: string, suspendedAt: Date | null): Promise<Account> {
  // Nobody can comment under this account or delete a comment of it from here on: both wait for its row.
  await lockAccount(trx, userId)
  const postIds = await lockPostsOf(trx, userId)
  const account = await updateSuspension(trx, userId, suspendedAt)
  await recountComments(trx, postIds)
  return account
}

/** All posts that change with the account, locked in the order of their ids, as everybody who takes several locks must. */
async function lockPostsOf(trx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where author_id = ${userId} and status <> 'deleted'
      or id in (select post_id from comments where user_id = ${userId} and deleted_at is null)
    order by id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Sets the number of comments, and with it the popularity in lists, to what readers can see. */
async function recountComments(trx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`
    with visible as (
      select p.id, p.comment_count as before, count(u.id)::int as after
      from posts p
      left join comments c on c.post_id = p.id and c.deleted_at is null
      left join users u on u.id = c.user_id and u.suspended_at is null
      where p.id = any(${postIds}) group by p.id
    ), counted as (
      update posts p set comment_count = v.after from visible v where p.id = v.id and v.before <> v.after
      returning p.id, post_popularity(p) as popularity, post_scopes(p.author_id, p.category, p.tags) as scopes
    )
    update listings l set popularity = c.popularity
    from counted c where l.post_id = c.id and l.scope = any(c.scopes)`.execute(trx)
}
