import { STATISTICS_POSTS_MAX } from '@galley/contract/limits'
import { sql } from 'kysely'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'

export interface EngagementCounts {
  readonly views: number
  readonly likes: number
  readonly saves: number
  readonly comments: number
  readonly resonances: number
}

export interface HourRow extends EngagementCounts {
  readonly hour: Date
}

const SUMS = sql.raw(
  ['views', 'likes', 'saves', 'comments', 'resonances'].map(column => `sum(${column})::int as ${column}`).join(', '),
)

/** The hourly engagement since then, for all posts of an author or one of them: one range of one index. */
export async function hoursSince(db: Db, authorId: string, since: Date, postId?: string): Promise<HourRow[]> {
  const whose = postId === undefined ? sql`author_id = ${authorId}` : sql`post_id = ${postId}`
  const { rows } = await sql<HourRow>`
    select hour, ${SUMS} from engagement_hours where ${whose} and hour >= ${since} group by hour order by hour`.execute(
    db,
  )
  return rows
}

export interface BusyPost extends Pick<EngagementCounts, 'views' | 'likes' | 'saves'> {
  readonly id: string
  readonly title: string
  readonly slug: string
}

/** By weighted engagement; titles are looked up for these few only. */
export async function busiestPosts(db: Db, authorId: string, since: Date): Promise<BusyPost[]> {
  const { rows } = await sql<BusyPost>`
    select p.id, p.title, p.slug, busy.views, busy.likes, busy.saves
    from (
      select post_id, ${SUMS}, sum(hour_engagement(h)) as engagement from engagement_hours h
      where author_id = ${authorId} and hour >= ${since} group by post_id
    ) busy join posts p on p.id = busy.post_id
    where p.status <> 'deleted' and busy.engagement > 0
    order by busy.engagement desc, p.id desc limit ${STATISTICS_POSTS_MAX}`.execute(db)
  return rows
}

export async function ownsPost(db: Db, authorId: string, postId: string): Promise<boolean> {
  if (!isUuid(postId)) return false
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('author_id', '=', authorId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return row !== undefined
}
