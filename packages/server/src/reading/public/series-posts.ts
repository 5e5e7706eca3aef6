import { SERIES_POSTS_MAX } from '@galley/contract/limits'
import type { PublicSort } from '@galley/contract/reading/public'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { ITEM, type PublicItemRow } from './public-store.ts'

/** The author's order. */
const IN_SERIES = sql`p.series_position nulls last, p.published_at, p.id`

// A series is short, so that its posts can be sorted in any order.
const ORDERS: Record<PublicSort | 'series', RawBuilder<unknown>> = {
  series: IN_SERIES,
  latest: sql`l.published_at desc, p.id desc`,
  popular: sql`l.popularity desc, l.published_at desc, p.id desc`,
  trending: sql`coalesce(t.score, 0) desc, l.published_at desc, p.id desc`,
}

interface Page {
  readonly sort: PublicSort | 'series'
  readonly limit: number
  readonly offset: number
}

const ALL: Page = { sort: 'series', limit: SERIES_POSTS_MAX, offset: 0 }

/** The listed posts of a series. */
export async function listSeriesPosts(
  db: Db,
  seriesId: string,
  { sort, limit, offset }: Page = ALL,
): Promise<{ posts: PublicItemRow[]; total: number }> {
  if (!isUuid(seriesId)) return { posts: [], total: 0 }
  const listed = sql`posts p join listings l on l.scope = 'all' and l.post_id = p.id and p.series_id = ${seriesId}`
  const { rows: posts } = await sql<PublicItemRow & { total: number }>`
    select ${ITEM}, (count(*) over ())::int as total from ${listed} join users u on u.id = p.author_id
    left join trending t on t.scope = l.scope and t.published_at = l.published_at and t.post_id = l.post_id
    order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db)
  if (posts[0] !== undefined || offset === 0) return { posts, total: posts[0]?.total ?? 0 }
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${listed}`.execute(db)
  return { posts, total: rows[0]?.total ?? 0 }
}
