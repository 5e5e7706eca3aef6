import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { ITEM, type PublicItemRow, READABLE } from '../public/public-store.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Listed {
  readonly posts: PublicItemRow[]
  readonly total: number
}

/** Also unlisted posts, which the reader has found by their address. */
export async function listReactions(
  db: Db,
  reaction: 'saves' | 'likes',
  userId: string,
  { limit, offset }: Page,
): Promise<Listed> {
  const from = sql`from ${sql.table(reaction)} r join posts p on p.id = r.post_id join users u on u.id = p.author_id
    where r.user_id = ${userId} and ${READABLE}`
  const { rows: posts } = await sql<PublicItemRow>`
    select ${ITEM} ${from} order by r.created_at desc, r.post_id desc limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { posts, total: rows[0]?.total ?? 0 }
}

/** Each author's list is one range of an index, so that only as many rows are read as may be on the page. */
export async function listFeed(db: Db, userId: string, { limit, offset }: Page): Promise<Listed> {
  const { rows: posts } = await sql<PublicItemRow>`
    select ${ITEM} from (
      select l.published_at, l.post_id from follows f cross join lateral (
        select published_at, post_id from listings where scope = 'author:' || f.followee_id
        order by published_at desc, post_id desc limit ${limit + offset}
      ) l where f.follower_id = ${userId}
      order by l.published_at desc, l.post_id desc limit ${limit} offset ${offset}
    ) l join posts p on p.id = l.post_id join users u on u.id = p.author_id
    where ${READABLE} order by l.published_at desc, l.post_id desc`.execute(db)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(c.count), 0)::int as total from follows f
    join listing_counts c on c.scope = 'author:' || f.followee_id where f.follower_id = ${userId}`.execute(db)
  return { posts, total: rows[0]?.total ?? 0 }
}

export interface FollowedRow {
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly bio: string | null
  readonly is_verified: boolean
  readonly created_at: Date
}

export async function listFollowing(
  db: Db,
  userId: string,
  { limit, offset }: Page,
): Promise<{ users: FollowedRow[]; total: number }> {
  const from = sql`from follows f join users u on u.id = f.followee_id
    where f.follower_id = ${userId} and u.suspended_at is null`
  const { rows: users } = await sql<FollowedRow>`
    select u.username, u.display_name, u.avatar_url, u.bio, u.is_verified, f.created_at ${from}
    order by f.created_at desc, f.followee_id limit ${limit} offset ${offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { users, total: rows[0]?.total ?? 0 }
}
