import { SERIES_POSTS_MAX } from '@galley/contract/limits'
import type { PublicSort } from '@galley/contract/reading/public'
import type { SeriesPlace } from '@galley/contract/schemas/reading/public'
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import { postAddress, seriesAddress } from '../../platform/core/addresses/site-addresses.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { ITEM, type PublicItemRow, type PublicPostRow } from './public-store.ts'

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

interface EntryRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly is_listed: boolean
  readonly series_title: string
  readonly series_slug: string
}

/**
 * The place of a readable post among the listed posts of its series. Null without a series, and for an unlisted post if
 * the series has no listed one: then the series is not public.
 */
export async function findSeriesPlace(
  db: Db,
  settings: Settings,
  { id, series_id, username }: Pick<PublicPostRow, 'id' | 'series_id' | 'username'>,
): Promise<SeriesPlace | null> {
  if (series_id === null) return null
  const { rows } = await sql<EntryRow>`
    select p.id, p.title, p.slug, l.post_id is not null as is_listed, s.title as series_title, s.slug as series_slug
    from posts p join series s on s.id = p.series_id left join listings l on l.scope = 'all' and l.post_id = p.id
    where p.series_id = ${series_id} and (l.post_id is not null or p.id = ${id}) order by ${IN_SERIES}`.execute(db)
  const listed = rows.filter(row => row.is_listed)
  const at = rows.findIndex(row => row.id === id)
  const self = rows[at]
  if (self === undefined || listed.length === 0) return null
  const neighbour = (row: EntryRow | undefined) =>
    row === undefined ? null : { id: row.id, title: row.title, url: postAddress(settings, username, row.slug) }
  return {
    id: series_id,
    title: self.series_title,
    url: seriesAddress(settings, username, self.series_slug),
    position: self.is_listed ? at + 1 : null,
    count: listed.length,
    previous: neighbour(rows[at - 1]),
    next: neighbour(rows[at + 1]),
  }
}
