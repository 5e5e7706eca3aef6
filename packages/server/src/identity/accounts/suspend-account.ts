import { sql } from 'kysely'
import {
  ALL_POSTS,
  ALL_SERIES,
  commentsSubject,
  EVERYTHING,
  followersSubject,
  listOfAuthor,
  NAMES,
  RANKINGS,
  SEARCHES,
  seriesSubject,
  subjectsOfPosts,
  userSubject,
} from '../../platform/cache/subjects.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import type { Notify } from '../../platform/db/transact.ts'
import { type Account, lockAccount, updateSuspension } from './account-store.ts'

/**
 * Suspends an account, or restores it with null. Its content is hidden and shown with it: its posts by database
 * triggers, its comments by every list query, and the comment counts here. Hourly counts are not changed.
 */
export async function suspendAccount(
  trx: Tx,
  notify: Notify,
  userId: string,
  suspendedAt: Date | null,
): Promise<Account> {
  notify({ about: 'account', userId })
  // From here on nobody can comment with this account or delete its comments: both wait for its row.
  await lockAccount(trx, userId)
  const postIds = await lockPostsOf(trx, userId)
  const account = await updateSuspension(trx, userId, suspendedAt)
  await recountComments(trx, postIds)
  notify({ about: 'public', subjects: await subjectsOfAccount(trx, userId, postIds) }, { hides: suspendedAt !== null })
  return account
}

/** With more subjects, dropping all cached entries costs less than the messages. */
const SUBJECTS_MAX = 500

/** What shows an account, or may show it again. `postIds`: its posts, and those that it has commented on. */
export async function subjectsOfAccount(
  trx: Tx,
  userId: string,
  postIds: readonly string[],
  followed: readonly string[] = [],
): Promise<string[]> {
  const posts = await trx
    .selectFrom('posts')
    .select(['id', 'author_id', 'slug', 'category', 'tags', 'series_id'])
    .where('id', '=', sql<string>`any(${postIds})`)
    .where('status', '=', 'published')
    .limit(SUBJECTS_MAX)
    .execute()
  const series = await trx
    .selectFrom('series')
    .select('id')
    .where('author_id', '=', userId)
    .limit(SUBJECTS_MAX)
    .execute()
  const subjects = new Set([
    ...[userSubject(userId), followersSubject(userId), listOfAuthor(userId)],
    ...[ALL_POSTS, ALL_SERIES, SEARCHES, NAMES, RANKINGS],
    ...subjectsOfPosts(...posts),
    ...posts.map(({ id }) => commentsSubject(id)),
    ...series.map(({ id }) => seriesSubject(id)),
    ...followed.map(followersSubject),
  ])
  return subjects.size > SUBJECTS_MAX ? [EVERYTHING] : [...subjects]
}

/** All posts that change with the account, locked in the order of their ids, which is the lock order of all writers. */
async function lockPostsOf(trx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where author_id = ${userId} and status <> 'deleted'
      or id in (select post_id from comments where user_id = ${userId} and deleted_at is null)
    order by id for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Each statement has a time limit, and somebody may have commented on very many posts. */
const RECOUNTED_AT_ONCE = 500

/** Sets the number of comments, and the popularity in lists, to what readers can see. */
export async function recountComments(trx: Tx, postIds: readonly string[]): Promise<void> {
  for (let start = 0; start < postIds.length; start += RECOUNTED_AT_ONCE) {
    await recountSome(trx, postIds.slice(start, start + RECOUNTED_AT_ONCE))
  }
}

async function recountSome(trx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`
    with visible as (
      select p.id, p.comment_count as before, count(u.id)::int as after
      from posts p
      left join comments c on c.post_id = p.id and c.deleted_at is null and c.hidden_at is null
      left join users u on u.id = c.user_id and u.suspended_at is null
      where p.id = any(${postIds}) group by p.id
    ), counted as (
      update posts p set comment_count = v.after from visible v where p.id = v.id and v.before <> v.after
      returning p.id, post_popularity(p) as popularity, post_scopes(p.author_id, p.category, p.tags) as scopes
    )
    update listings l set popularity = c.popularity
    from counted c where l.post_id = c.id and l.scope = any(c.scopes)`.execute(trx)
}
