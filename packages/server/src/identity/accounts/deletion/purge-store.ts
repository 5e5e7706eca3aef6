import { DELETED_COMMENT, DELETED_USERNAME } from '@galley/contract/identity/deleted'
import { DELETION_DAYS } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import type { Account } from '../account-store.ts'

export function markDeletionRequested(trx: Tx, userId: string, at: Date, byOperator: boolean): Promise<Account> {
  return trx
    .updateTable('users')
    .set({ deletion_requested_at: at, deleted_by_operator: byOperator })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Accounts whose deletion was requested long enough ago, and which are still hidden. */
export async function findPurgeable(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_requested_at', '<', sql<Date>`now() - make_interval(days => ${DELETION_DAYS})`)
    .where('suspended_at', 'is not', null)
    .orderBy('deletion_requested_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A log-in waits for it, and finds no account afterwards. Throws if a log-in has cancelled the deletion. */
export async function lockForPurge(trx: Tx, userId: string): Promise<void> {
  const locked = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_requested_at', 'is not', null)
    .where('suspended_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (locked === undefined) throw new Error('the account is no longer to be purged')
}

/**
 * From now on a log-in is rejected, also if an operator purges the account before its time. If the purge is interrupted, the
 * task goes on with it.
 */
export async function endTimeToComeBack(trx: Tx, userId: string): Promise<void> {
  const longAgo = sql`least(deletion_requested_at, now() - make_interval(days => ${DELETION_DAYS + 1}))`
  await sql`
    update users set deletion_requested_at = ${longAgo},
      suspended_at = case when suspended_at = deletion_requested_at then ${longAgo} else suspended_at end
    where id = ${userId}`.execute(trx)
}

export async function markUploadsDeleted(trx: Tx, userId: string): Promise<void> {
  await sql`update uploads set deleted_at = now() where user_id = ${userId} and deleted_at is null`.execute(trx)
}

/** With all that belongs to them: comments, reactions, pages, redirects. */
export async function deleteSomePosts(trx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; scopes: string[] }>`
    delete from posts where id in (select id from posts where author_id = ${userId} order by id limit ${limit})
    returning id, counted_scopes(posts) as scopes`.execute(trx)
  await dropEmptyLists(trx, [...new Set(rows.flatMap(({ scopes }) => scopes))])
  return rows.map(({ id }) => id)
}

/**
 * The names of lists contain those of authors and tags. The rows of a list whose count is 0 are deleted, except those
 * that another transaction has locked.
 */
async function dropEmptyLists(trx: Tx, scopes: readonly string[]): Promise<void> {
  await sql`
    with free as (
      select id, scope, count from listing_counts where scope = any(${scopes}) for update skip locked
    ), empty as (
      select scope from free group by scope having sum(count) = 0
    )
    delete from listing_counts c using free f, empty e where c.id = f.id and f.scope = e.scope`.execute(trx)
}

/** With their deliveries. The account's events cannot be deleted while deliveries refer to them. */
export async function deleteWebhooks(trx: Tx, userId: string): Promise<void> {
  await trx.deleteFrom('webhooks').where('user_id', '=', userId).execute()
}

const REACTIONS = [
  ['likes', 'like_count'],
  ['saves', 'save_count'],
  ['resonances', 'resonated_count'],
] as const

/** Removes the reactions, and takes them out of the counts, the hours in which they were given, and the order of lists. */
export async function removeReactions(trx: Tx, userId: string): Promise<void> {
  const reacted = sql.join(
    REACTIONS.map(([table]) => sql`select post_id from ${sql.table(table)} where user_id = ${userId}`),
    sql` union `,
  )
  // In the order of their ids, which is the lock order of all writers.
  const { rows: posts } = await sql<{ id: string }>`
    select id from posts where id in (${reacted}) order by id for no key update`.execute(trx)
  for (const [table, count] of REACTIONS) {
    await sql`
      with gone as (
        delete from ${sql.table(table)} where user_id = ${userId} returning post_id, created_at
      ), hours as (
        update engagement_hours h set ${sql.ref(table)} = h.${sql.ref(table)} - 1 from gone
        where h.post_id = gone.post_id and h.hour = date_trunc('hour', gone.created_at, 'UTC')
      ), counted as (
        update posts p set ${sql.ref(count)} = greatest(p.${sql.ref(count)} - 1, 0) from gone where p.id = gone.post_id
        returning p.id, post_popularity(p) as popularity, post_scopes(p.author_id, p.category, p.tags) as scopes
      )
      update listings l set popularity = c.popularity
      from counted c where l.post_id = c.id and l.scope = any(c.scopes)`.execute(trx)
  }
  if (posts.length > 0) await sql`select place_trending(${posts.map(({ id }) => id)}::uuid[])`.execute(trx)
}

/** Returns the accounts that it followed. */
export async function removeFollows(trx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from follows where follower_id = ${userId} returning followee_id)
    update users u set follower_count = greatest(u.follower_count - 1, 0) from gone where u.id = gone.followee_id
    returning u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Gives the comments to one account that stands for all deleted ones, without their text. Nobody can log in with it: its
 * name is not a username, and it has no password. Returns the posts.
 */
export async function anonymiseComments(trx: Tx, userId: string, newId: string): Promise<string[]> {
  await sql`delete from comments where user_id = ${userId} and (deleted_at is not null or hidden_at is not null)`.execute(
    trx,
  )
  const { rows: found } = await sql`select from comments where user_id = ${userId} limit 1`.execute(trx)
  if (found.length === 0) return []
  await sql`
    insert into users (id, username, email, password_hash, display_name)
    values (${newId}, ${DELETED_USERNAME}, ${DELETED_USERNAME}, '', ${DELETED_COMMENT})
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<{ post_id: string }>`
    update comments set user_id = (select id from users where lower(username) = ${DELETED_USERNAME}), content = ${DELETED_COMMENT}
    where user_id = ${userId} returning post_id`.execute(trx)
  return [...new Set(rows.map(({ post_id }) => post_id))].sort()
}

/** With its sessions, tokens, events, uploads and memberships. Returns its logins. */
export function deleteAccountRow(trx: Tx, userId: string): Promise<Pick<Account, 'id' | 'username' | 'email'>> {
  return trx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['id', 'username', 'email'])
    .executeTakeFirstOrThrow()
}
