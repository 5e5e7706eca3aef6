import type { ArticleLanguage } from '@galley/contract/accounts/languages'
import { PAYWALL_MARKER, PROFILE_POSTS_MAX } from '@galley/contract/limits'
import type { CategoryValue } from '@galley/contract/posts/categories'
import type { PublicSort, RankingType } from '@galley/contract/posts/public'
import type { TocEntry } from '@galley/contract/schemas/posts/rendering'
import { type RawBuilder, sql } from 'kysely'
import type { Account } from '../accounts/account-store.ts'
import { canonicalUsername } from '../accounts/canonical-username.ts'
import { isUuid } from '../core/ids.ts'
import type { Db, Tx } from '../db/connection/database.ts'
import { publishedPost, readablePost } from '../db/readable-post.ts'
import { madeFromSql } from '../rendering/render-page.ts'
import { skipOthers } from './trending-order.ts'

/** The columns of a post in a list. */
interface CardRow {
  readonly subtitle: string | null
  readonly thumbnail_url: string | null
  readonly is_paid: boolean
  readonly price_jpy: number | null
}

const CARD = 'p.subtitle, p.thumbnail_url, p.is_paid, p.price_jpy'

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
}

/** The columns of `PublicItemRow`, of posts p and users u. */
export const ITEM = sql.raw(
  'p.id, p.slug, p.title, p.excerpt, p.category, p.tags, p.published_at, p.view_count, p.like_count, p.save_count, ' +
    `p.comment_count, p.resonated_count, u.username, u.display_name, u.avatar_url, p.canonical_url, ${CARD}`,
)

interface Page {
  readonly limit: number
  readonly offset: number
}

/** A list is one range of one index for every order and offset; its length is stored. */
export async function listPublicPosts(
  db: Db,
  query: Page & {
    sort: PublicSort
    category?: CategoryValue | undefined
    tag?: string | undefined
    /** Not combinable: there is a list for each author, but none within it. */
    authorId?: string | undefined
  },
): Promise<{ posts: PublicItemRow[]; total: number }> {
  const { sort, category, tag } = query
  const scope = scopeOf(query)
  const both = tag !== undefined && category !== undefined
  const within = both ? sql`l.scope = ${scope} and l.category = ${category}` : sql`l.scope = ${scope}`
  const posts =
    sort === 'trending' ? await trendingPage(db, within, query) : await orderedPage(db, ORDERS[sort], within, query)
  return { posts, total: await countListed(db, both ? `category:${category} tag:${tag}` : scope) }
}

function scopeOf({
  category,
  tag,
  authorId,
}: {
  category?: string | undefined
  tag?: string | undefined
  authorId?: string | undefined
}): string {
  if (authorId !== undefined) return `author:${authorId}`
  if (tag !== undefined) return `tag:${tag}`
  return category !== undefined ? `category:${category}` : 'all'
}

interface Order {
  readonly table: string
  /** The columns of the index for this order: reading no others makes even a deep page an index-only scan. */
  readonly columns: readonly string[]
}

const ORDERS: Record<PublicSort, Order> = {
  latest: { table: 'listings', columns: ['published_at', 'post_id'] },
  popular: { table: 'listings', columns: ['popularity', 'published_at', 'post_id'] },
  trending: { table: 'trending', columns: ['score', 'published_at', 'post_id'] },
}

async function orderedPage(db: Db, order: Order, within: RawBuilder<unknown>, page: Page): Promise<PublicItemRow[]> {
  const columns = order.columns.map(column => sql`l.${sql.ref(column)}`)
  const descending = sql.join(columns.map(column => sql`${column} desc`))
  const { rows } = await sql<PublicItemRow>`
    select ${ITEM} from (
      select ${sql.join(columns)} from ${sql.table(order.table)} l
      where ${within} order by ${descending} limit ${page.limit} offset ${page.offset}
    ) l join posts p on p.id = l.post_id join users u on u.id = p.author_id
    where ${READABLE}
    order by ${descending}`.execute(db)
  return rows
}

/** In one snapshot: a post that starts or stops trending between two queries would be shown twice, or not at all. */
function trendingPage(db: Db, within: RawBuilder<unknown>, page: Page): Promise<PublicItemRow[]> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(trx => trendingPageIn(trx, within, page))
}

/** Posts with recent engagement, highest score first; then all others by publication. */
async function trendingPageIn(db: Tx, within: RawBuilder<unknown>, page: Page): Promise<PublicItemRow[]> {
  const best = await orderedPage(db, ORDERS.trending, within, page)
  if (best.length === page.limit) return best
  const { from, offset } = await skipOthers(db, within, page.offset)
  // The offset forces one index probe for each row; a join with a generic plan would read both tables completely.
  const others = sql`${within} and ${from} and not exists (
    select from trending t where t.scope = l.scope and t.published_at = l.published_at and t.post_id = l.post_id offset 0
  )`
  const rest = await orderedPage(db, ORDERS.latest, others, { limit: page.limit - best.length, offset })
  return [...best, ...rest]
}

async function countListed(db: Db, scope: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from listing_counts where scope = ${scope}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface PublicPostRow extends PublicItemRow {
  readonly author_id: string
  readonly content: string | null
  readonly post_type: 'article' | 'short' | 'series_entry'
  readonly cover_image_url: string | null
  readonly seo_title: string | null
  readonly meta_description: string | null
  readonly updated_at: Date
  readonly paywalled: boolean
  readonly series_id: string | null
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
export const DETAILS = sql.raw(
  'p.author_id, p.post_type, p.series_id, p.cover_image_url, p.seo_title, p.meta_description, p.updated_at',
)

export async function findPublicPost(db: Db, idOrSlug: string): Promise<PublicPostRow | undefined> {
  const { rows } = await sql<PublicPostRow>`
    select ${ITEM}, ${DETAILS}, p.is_paid as paywalled, ${FREE_CONTENT} as content
    from posts p join users u on u.id = p.author_id
    where ${matchesName(idOrSlug)} and ${READABLE} ${FIRST}`.execute(db)
  return rows[0]
}

export async function findPublicPostId(db: Db, idOrSlug: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from posts p join users u on u.id = p.author_id where ${matchesName(idOrSlug)} and ${READABLE} ${FIRST}`.execute(
    db,
  )
  return rows[0]?.id
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

export interface ProfilePostRow extends CardRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly published_at: Date
  readonly like_count: number
}

export async function findProfilePosts(db: Db, author: Account): Promise<{ posts: ProfilePostRow[]; count: number }> {
  const scope = `author:${author.id}`
  const { rows } = await sql<ProfilePostRow>`
    select p.id, p.title, p.slug, p.published_at, p.like_count, ${sql.raw(CARD)}
    from listings l join posts p on p.id = l.post_id
    where l.scope = ${scope} order by l.published_at desc, l.post_id desc limit ${PROFILE_POSTS_MAX}`.execute(db)
  return { posts: rows, count: await countListed(db, scope) }
}

export interface RankedRow extends CardRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly like_count: number
  readonly score: number
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
}

export interface RankingRow {
  readonly period_start: Date
  readonly period_end: Date
  readonly entries: readonly { post_id: string; score: number }[]
}

export async function findRanking(db: Db, type: RankingType): Promise<RankingRow | undefined> {
  const { rows } =
    await sql<RankingRow>`select period_start, period_end, entries from rankings where type = ${type}`.execute(db)
  return rows[0]
}

/**
 * The posts of a snapshot in their current state; one that is no longer public is skipped, and those behind it move up.
 */
export async function rankedPosts(db: Db, entries: RankingRow['entries'], limit: number): Promise<RankedRow[]> {
  // Usually none is missing: then the best ones are enough, with all that tie with the last one.
  const least = entries[limit - 1]?.score ?? Number.NEGATIVE_INFINITY
  const best = entries.filter(({ score }) => score >= least)
  const posts = await findRanked(db, best, limit)
  return posts.length === limit || best.length === entries.length ? posts : findRanked(db, entries, limit)
}

async function findRanked(db: Db, entries: RankingRow['entries'], limit: number): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    select p.id, p.title, p.slug, p.like_count, r.score, u.username, u.display_name, u.avatar_url, ${sql.raw(CARD)}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(post_id uuid, score float8)
    join listings l on l.scope = 'all' and l.post_id = r.post_id
    join posts p on p.id = r.post_id join users u on u.id = p.author_id
    where u.suspended_at is null
    order by r.score desc, p.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
