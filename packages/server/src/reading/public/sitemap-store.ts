import { SITEMAP_PAGE_POSTS } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'

/** The start of a page: a position in the order of the list. */
export interface Place {
  readonly published_at: Date
  readonly post_id: string
}

/** The start of the next page: one page length further in the index. Without a position, the start of the list. */
export async function nextPlace(db: Db, from: Place | undefined): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select published_at, post_id from listings where ${within(from)}
    order by published_at, post_id limit 1 offset ${from === undefined ? 0 : SITEMAP_PAGE_POSTS}`.execute(db)
  return rows[0]
}

export interface SitemapRow {
  readonly username: string
  readonly slug: string
  readonly updated_at: Date
}

/** A page may have grown by restored posts since its start was determined; the protocol allows much longer pages. */
const MOST_ENTRIES = 5 * SITEMAP_PAGE_POSTS

/** Without a start or an end: from the first post, or up to the last one. */
export async function postsBetween(db: Db, from: Place | undefined, until: Place | undefined): Promise<SitemapRow[]> {
  // The offset keeps the planner, which cannot know how short the range is, from scanning all posts.
  const { rows } = await sql<SitemapRow>`
    select u.username, p.slug, p.updated_at from (
      select published_at, post_id from listings where ${within(from, until)}
      order by published_at, post_id limit ${MOST_ENTRIES}
    ) l cross join lateral (select slug, updated_at, author_id from posts where id = l.post_id offset 0) p
    join users u on u.id = p.author_id
    order by l.published_at, l.post_id`.execute(db)
  return rows
}

function within(from: Place | undefined, until?: Place) {
  const after = from && sql`and (published_at, post_id) >= (${from.published_at}::timestamptz, ${from.post_id}::uuid)`
  const before =
    until && sql`and (published_at, post_id) < (${until.published_at}::timestamptz, ${until.post_id}::uuid)`
  return sql`scope = 'all' ${after ?? sql``} ${before ?? sql``}`
}
