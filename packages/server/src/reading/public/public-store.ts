import type { ArticleLanguage } from '@galley/contract/identity/languages'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import type { TocEntry } from '@galley/contract/schemas/writing/rendering'
import type { CategoryValue } from '@galley/contract/writing/categories'
import { type RawBuilder, sql } from 'kysely'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { publishedPost, readablePost } from '../../platform/db/readable-post.ts'
import { madeFromSql } from '../../platform/rendering/stored-article-pages.ts'
import type { CommentRow } from '../engagement/comment-store.ts'

/** The columns of a post in a list. */
export interface CardRow {
  readonly subtitle: string | null
  readonly thumbnail_url: string | null
  readonly is_paid: boolean
  readonly price_jpy: number | null
}

export const CARD = 'p.subtitle, p.thumbnail_url, p.is_paid, p.price_jpy'

export interface PublicItemRow extends CardRow {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly category: CategoryValue | null
  readonly tags: string[]
  readonly published_at: Date
  readonly view_count: number
  readonly like_count: number
  readonly save_count: number
  readonly comment_count: number
  readonly resonated_count: number
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly canonical_url: string | null
  readonly author_id: string
}

/** The columns of `PublicItemRow`, of posts p and users u. */
export const ITEM = sql.raw(
  'p.id, p.slug, p.title, p.excerpt, p.category, p.tags, p.published_at, p.view_count, p.like_count, p.save_count, ' +
    `p.comment_count, p.resonated_count, u.username, u.display_name, u.avatar_url, p.canonical_url, p.author_id, ${CARD}`,
)

export interface PublicPostRow extends PublicItemRow {
  readonly content: string | null
  readonly post_type: 'article' | 'short' | 'series_entry'
  readonly cover_image_url: string | null
  readonly seo_title: string | null
  readonly meta_description: string | null
  readonly updated_at: Date
  readonly paywalled: boolean
  readonly series_id: string | null
  readonly series: SeriesEntries | null
}

/** The series of a post, with its listed posts and the post itself, in the author's order. */
interface SeriesEntries {
  readonly title: string
  readonly slug: string
  readonly entries: readonly SeriesEntry[]
}

export interface SeriesEntry {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly is_listed: boolean
}

/** A slug is unique among the posts of its author; the post that had it first is found by the slug alone. */
export function matchesName(name: string): RawBuilder<unknown> {
  if (isUuid(name)) return sql`p.id = ${name}`
  const [, username, slug] = /^@([^/]*)\/(.*)$/s.exec(name) ?? []
  if (username === undefined || slug === undefined) return sql`p.slug = ${name}`
  return sql`p.slug = ${slug} and u.username = ${canonicalUsername(username) ?? ''}`
}

/** The oldest of several posts: ids are ordered by time. `created_at` is not used, because an import sets it. */
export const FIRST = sql.raw('order by p.id limit 1')

/** Posts that somebody may read: everybody, or the members of a salon. */
export const PUBLISHED = publishedPost('p', 'u')

/** Posts that anyone may read by id or slug, unlisted ones included. */
export const READABLE = readablePost('p', 'u')

/**
 * The paywall cut happens in the query: the paid part never leaves the database. The marker must be where the column
 * says; if the content was changed without updating it, nothing is shown.
 */
export const FREE_CONTENT = sql`case when not p.is_paid then p.content
  when substr(p.content, p.free_length + 1, ${PAYWALL_MARKER.length}) = ${PAYWALL_MARKER} then left(p.content, p.free_length) end`

/** The columns of a single post beside those of a list. */
export const DETAILS = sql.raw(`
  p.post_type, p.series_id, p.cover_image_url, p.seo_title, p.meta_description, p.updated_at, (
    select json_build_object('title', s.title, 'slug', s.slug, 'entries', (
      select json_agg(
        json_build_object('id', e.id, 'title', e.title, 'slug', e.slug, 'is_listed', l.post_id is not null)
        order by e.series_position nulls last, e.published_at, e.id
      )
      from posts e left join listings l on l.scope = 'all' and l.post_id = e.id
      where e.series_id = s.id and (l.post_id is not null or e.id = p.id)
    ))
    from series s where s.id = p.series_id
  ) as series`)

export async function findPublicPost(db: Db, idOrSlug: string): Promise<PublicPostRow | undefined> {
  const { rows } = await sql<PublicPostRow>`
    select ${ITEM}, ${DETAILS}, p.is_paid as paywalled, ${FREE_CONTENT} as content
    from posts p join users u on u.id = p.author_id
    where ${matchesName(idOrSlug)} and ${READABLE} ${FIRST}`.execute(db)
  return rows[0]
}

export interface PublicComments {
  readonly postId: string
  readonly comments: readonly CommentRow[]
  readonly total: number
}

/** The comments that everybody sees, the newest first. Undefined if there is no such post. */
export async function findPublicComments(
  db: Db,
  idOrSlug: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicComments | undefined> {
  type Row = { post_id: string; total: number } & (CommentRow | { id: null })
  // The post's counter is the number of its visible comments.
  const { rows } = await sql<Row>`
    select f.id as post_id, f.comment_count as total, c.* from (
      select p.id, p.comment_count from posts p join users u on u.id = p.author_id
      where ${matchesName(idOrSlug)} and ${READABLE} ${FIRST}
    ) f left join lateral (
      select c.id, c.content, c.created_at, w.username, w.display_name, w.avatar_url, c.hidden_at, c.hidden_reason, c.user_id
      from comments c join users w on w.id = c.user_id
      where c.post_id = f.id and c.deleted_at is null and c.hidden_at is null and w.suspended_at is null
      order by c.created_at desc, c.id desc limit ${limit} offset ${offset}
    ) c on true
    order by c.created_at desc, c.id desc`.execute(db)
  const [first] = rows
  return first && { postId: first.post_id, total: first.total, comments: rows.filter(row => row.id !== null) }
}

export interface PublicPageRow {
  readonly id: string
  readonly author_id: string
  readonly title: string
  readonly listed: boolean
  /** The public text if it still has to be rendered; null if there is none. */
  readonly content: string | null
  readonly html: string | null
  readonly toc: TocEntry[] | null
  readonly reading_minutes: number | null
  readonly language: ArticleLanguage | null
}

/** The stored page of this text and this renderer version, or else the text. */
export async function findPublicPage(db: Db, idOrSlug: string): Promise<PublicPageRow | undefined> {
  const { rows } = await sql<PublicPageRow>`
    with found as (
      select p.id, p.author_id, p.title, p.visibility = 'public' as listed, ${FREE_CONTENT} as content from posts p join users u on u.id = p.author_id
      where ${matchesName(idOrSlug)} and ${READABLE} ${FIRST}
    )
    select f.id, f.author_id, f.title, f.listed, case when page.post_id is null then f.content end as content,
      page.html, page.toc, page.reading_minutes, page.language
    from found f left join post_pages page on page.post_id = f.id and page.made_from = ${madeFromSql(sql`f.content`)}`.execute(
    db,
  )
  return rows[0]
}

/** Whether a post existed here that was public and was deleted by its author. */
export async function wasPublic(db: Db, idOrSlug: string): Promise<boolean> {
  const { rows } = await sql`
    select from posts p join users u on u.id = p.author_id
    where ${matchesName(idOrSlug)} and p.status = 'deleted' and p.published_at is not null and not p.salon_only
      and p.hidden_at is null and u.suspended_at is null`.execute(db)
  return rows.length > 0
}
