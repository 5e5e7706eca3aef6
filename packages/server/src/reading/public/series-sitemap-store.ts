import { SITEMAP_PAGE_POSTS } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'

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
