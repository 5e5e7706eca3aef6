import { sql } from 'kysely'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { readablePost } from '../../platform/db/readable-post.ts'

export interface ReadablePost {
  readonly id: string
  readonly author_id: string
}

const readable = (db: Db, id: string) =>
  db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.author_id'])
    .where('posts.id', '=', id)
    .where(readablePost('posts', 'users'))

/** A post that any reader may react to: published, public or unlisted, by an active author. */
export async function findReadablePost(db: Db, id: string): Promise<ReadablePost | undefined> {
  return isUuid(id) ? readable(db, id).executeTakeFirst() : undefined
}

/** The same, locked until the transaction ends, so that changes of one post are serialised. */
export async function lockReadablePost(trx: Tx, id: string): Promise<ReadablePost | undefined> {
  return isUuid(id) ? readable(trx, id).forNoKeyUpdate('posts').executeTakeFirst() : undefined
}

export interface ReaderState {
  readonly liked: boolean
  readonly saved: boolean
  readonly resonated: boolean
  readonly following_author: boolean
  readonly is_author: boolean
  readonly like_count: number
  readonly save_count: number
  readonly resonated_count: number
}

/** A reader's reactions to a post that the reader may read, and its counts; undefined if it was deleted meanwhile. */
export async function findReaderState(db: Db, postId: string, userId: string): Promise<ReaderState | undefined> {
  // Not `exists`, which may search a whole table if its statistics promise an early find.
  const reacted = (table: string) =>
    sql<boolean>`(select count(*) = 1 from ${sql.table(table)} where post_id = ${postId} and user_id = ${userId})`
  return db
    .selectFrom('posts')
    .where('posts.id', '=', postId)
    .select([
      reacted('likes').as('liked'),
      reacted('saves').as('saved'),
      reacted('resonances').as('resonated'),
      sql<boolean>`(select count(*) = 1 from follows where followee_id = posts.author_id and follower_id = ${userId})`.as(
        'following_author',
      ),
      sql<boolean>`posts.author_id = ${userId}`.as('is_author'),
      'posts.like_count',
      'posts.save_count',
      'posts.resonated_count',
    ])
    .executeTakeFirst()
}

/** Columns of `engagement_hours` and of `posts`. */
const COUNTER_OF = {
  views: 'view_count',
  likes: 'like_count',
  comments: 'comment_count',
  saves: 'save_count',
  resonances: 'resonated_count',
} as const

type EngagementKind = keyof typeof COUNTER_OF

/**
 * Changes a post's counter, the count of the hour, and its place in the popular lists, in the transaction of the
 * reaction. A removed reaction leaves the trending lists at once; a new one waits for their next refresh.
 */
export async function count(
  trx: Tx,
  postId: string,
  kind: EngagementKind,
  step: number,
  at: Date | null = null,
): Promise<number> {
  const counter = sql.ref(COUNTER_OF[kind])
  const { rows } = await sql<{ count: number }>`
    update posts set ${counter} = ${counter} + ${step} where id = ${postId} returning ${counter} as count`.execute(trx)
  await countHour(trx, postId, kind, step, at)
  await sql`
    update listings l set popularity = post_popularity(p)
    from posts p where p.id = ${postId} and l.post_id = p.id and l.scope = any(post_scopes(p.author_id, p.category, p.tags))`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Changes the count of one hour, and for a past one the place in the trending lists. */
export async function countHour(
  trx: Tx,
  postId: string,
  kind: EngagementKind,
  step: number,
  at: Date | null,
): Promise<void> {
  // Truncated like the time of the reaction, so that its removal finds the same hour.
  const hour = at === null ? sql`now()::timestamptz(3)` : sql`${at}::timestamptz`
  await sql`
    insert into engagement_hours (post_id, hour, ${sql.ref(kind)}, author_id)
    select id, date_trunc('hour', ${hour}, 'UTC'), ${step}::int, author_id from posts where id = ${postId}
    on conflict (post_id, hour) do update set ${sql.ref(kind)} = engagement_hours.${sql.ref(kind)} + excluded.${sql.ref(kind)}`.execute(
    trx,
  )
  if (at !== null) await sql`select place_trending(array[${postId}::uuid])`.execute(trx)
}

export async function readCount(db: Db, postId: string, kind: EngagementKind): Promise<number> {
  const counter = COUNTER_OF[kind]
  const row = await db
    .selectFrom('posts')
    .select(`${counter} as count`)
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Adds views of many posts, in the order of their ids, which is the lock order of all writers. */
export async function addViews(trx: Tx, views: ReadonlyMap<string, number>): Promise<void> {
  const rows = JSON.stringify([...views].map(([id, views]) => ({ id, views })))
  await sql`select from posts where id = any(${[...views.keys()]}) order by id for no key update`.execute(trx)
  await sql`
    with seen as (select * from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, views int)),
    counted as (
      update posts p set view_count = p.view_count + s.views from seen s where p.id = s.id
      returning p.id, p.author_id, s.views, post_popularity(p) as popularity,
        post_scopes(p.author_id, p.category, p.tags) as scopes
    ), hours as (
      insert into engagement_hours (post_id, hour, views, author_id)
      select id, date_trunc('hour', now(), 'UTC'), views, author_id from counted
      on conflict (post_id, hour) do update set views = engagement_hours.views + excluded.views
    )
    update listings l set popularity = c.popularity
    from counted c where l.post_id = c.id and l.scope = any(c.scopes)`.execute(trx)
}

const KEPT_DAYS = 40

export async function pruneHours(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from engagement_hours where hour < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
  return Number(numAffectedRows)
}
