import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { READABLE } from '../public/public-store.ts'

export interface TrendingRow {
  readonly id: string
  readonly tags: readonly string[]
  readonly author_id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  /** It is read now, and not only one of the newest posts. */
  readonly trends: boolean
}

/** The posts that are read now, and the newest ones if these are too few. */
export async function findTrending(db: Db, limit: number): Promise<TrendingRow[]> {
  const { rows } = await sql<TrendingRow>`
    with best as (
      select post_id, score, published_at from trending where scope = 'all'
      order by score desc, published_at desc, post_id desc limit ${limit}
    ), newest as (
      select post_id, '-infinity'::float8 as score, published_at from listings where scope = 'all'
      order by published_at desc, post_id desc limit ${2 * limit}
    )
    select p.id, p.tags, p.author_id, u.username, u.display_name, u.avatar_url,
      all_posts.score > '-infinity' as trends from (
      select * from best union all select * from newest where post_id not in (select post_id from best)
    ) all_posts join posts p on p.id = all_posts.post_id join users u on u.id = p.author_id
    where ${READABLE} order by all_posts.score desc, all_posts.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
