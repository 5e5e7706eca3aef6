import { SERIES_POSTS_MAX, SITEMAP_PAGE_POSTS } from '@galley/contract/limits'
import type { PublicSort } from '@galley/contract/reading/public'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { ITEM, type PublicItemRow } from './public-store.ts'

export type StoredSeries = Selectable<Tables['series']>
export type SeriesRow = StoredSeries & { readonly post_count: number }

export interface PublicSeriesRow extends StoredSeries {
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
}

/**
 * By id, by `@username/slug`, or by the slug alone: then the public series that had it first. A series is public if it
 * has a listed post; otherwise its title may be a secret.
 */
export async function findPublicSeries(db: Db, name: string): Promise<PublicSeriesRow | undefined> {
  const { rows } = await sql<PublicSeriesRow>`
    select s.*, u.username, u.display_name, u.avatar_url from series s join users u on u.id = s.author_id
    where ${matchesName(name)} and u.suspended_at is null and exists (
      select from posts p join listings l on l.scope = 'all' and l.post_id = p.id where p.series_id = s.id
    )
    order by s.id limit 1`.execute(db)
  return rows[0]
}

/** The public series of an author, with the number of their listed posts. */
export async function listPublicSeries(
  db: Db,
  authorId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ series: SeriesRow[]; total: number }> {
  const { rows } = await sql<SeriesRow>`
    select s.*, c.post_count from series s
    join lateral (
      select count(*)::int as post_count from posts p
      join listings l on l.scope = 'all' and l.post_id = p.id where p.series_id = s.id
    ) c on c.post_count > 0
    where s.author_id = ${authorId} order by s.created_at desc, s.id desc`.execute(db)
  return { series: rows.slice(offset, offset + limit), total: rows.length }
}

function matchesName(name: string): RawBuilder<unknown> {
  if (isUuid(name)) return sql`s.id = ${name}`
  const [, username, slug] = /^@([^/]*)\/(.*)$/s.exec(name) ?? []
  if (username === undefined || slug === undefined) return sql`s.slug = ${name}`
  return sql`s.slug = ${slug} and u.username = ${canonicalUsername(username) ?? ''}`
}

interface SitemapRow {
  readonly username: string
  readonly slug: string
  readonly updated_at: Date
}

/**
 * A page of the public series, oldest first. The pages are ranges of all series, so that their borders do not depend on
 * which series are public at the moment.
 */
export async function sitemapOfSeries(db: Db, page: number): Promise<{ pages: number; rows: SitemapRow[] }> {
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from series`.execute(db)
  const { rows } = await sql<SitemapRow>`
    select u.username, s.slug, greatest(s.updated_at, n.published_at) as updated_at from (
      select id, slug, author_id, updated_at from series order by id
      limit ${SITEMAP_PAGE_POSTS} offset ${(page - 1) * SITEMAP_PAGE_POSTS}
    ) s join users u on u.id = s.author_id and u.suspended_at is null
    join lateral (
      select max(l.published_at) as published_at from posts p join listings l on l.scope = 'all' and l.post_id = p.id
      where p.series_id = s.id
    ) n on n.published_at is not null
    order by s.id`.execute(db)
  const pages = Math.ceil((counted[0]?.count ?? 0) / SITEMAP_PAGE_POSTS)
  // A sitemap without entries is not valid.
  return { pages: pages === 1 && rows.length === 0 ? 0 : pages, rows }
}

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
