import type { CategoryValue } from '@galley/contract/categories'
import { PAYWALL_MARKER, PROFILE_POSTS_MAX } from '@galley/contract/limits'
import type { PublicSort, RankingType } from '@galley/contract/public'
import { sql } from 'kysely'
import type { Account } from '../accounts/account-store.ts'
import { isUuid } from '../core/ids.ts'
import type { Db } from '../db/database.ts'

export interface PublicItemRow {
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
}

const ITEM = sql.raw(
  'p.id, p.slug, p.title, p.excerpt, p.category, p.tags, p.published_at, p.view_count, p.like_count, p.save_count, ' +
    'p.comment_count, p.resonated_count, u.username, u.display_name, u.avatar_url',
)

/** The columns of the index that serves each order: reading no others keeps even a deep page inside the index. */
const ORDERS: Record<PublicSort, readonly string[]> = {
  latest: ['published_at', 'post_id'],
  popular: ['popularity', 'published_at', 'post_id'],
  trending: ['trending', 'published_at', 'post_id'],
}

/** A list is one range of one index, whatever its order and however deep the page; its length is kept beside it. */
export async function listPublicPosts(
  db: Db,
  query: {
    sort: PublicSort
    category?: CategoryValue | undefined
    tag?: string | undefined
    limit: number
    offset: number
  },
): Promise<{ posts: PublicItemRow[]; total: number }> {
  const { sort, category, tag, limit, offset } = query
  const scope = tag !== undefined ? `tag:${tag}` : category !== undefined ? `category:${category}` : 'all'
  const counted = tag !== undefined && category !== undefined ? `category:${category} tag:${tag}` : scope
  const within = tag !== undefined && category !== undefined ? sql`and category = ${category}` : sql``
  const columns = ORDERS[sort].map(column => sql.ref(column))
  const order = columns.map(column => sql`${column} desc`)
  const { rows } = await sql<PublicItemRow>`
    select ${ITEM} from (
      select ${sql.join(columns)} from listings
      where scope = ${scope} ${within} order by ${sql.join(order)} limit ${limit} offset ${offset}
    ) l join posts p on p.id = l.post_id join users u on u.id = p.author_id
    where p.status = 'published' and u.suspended_at is null
    order by ${sql.join(columns.map(column => sql`l.${column} desc`))}`.execute(db)
  return { posts: rows, total: await countListed(db, counted) }
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
  readonly subtitle: string | null
  readonly is_paid: boolean
  readonly price_jpy: number | null
  readonly thumbnail_url: string | null
  readonly cover_image_url: string | null
  readonly seo_title: string | null
  readonly meta_description: string | null
  readonly updated_at: Date
  readonly paywalled: boolean
}

/** The paywall cut happens in the query: what is paid for never leaves the database. */
export async function findPublicPost(db: Db, idOrSlug: string): Promise<PublicPostRow | undefined> {
  const which = isUuid(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`
  const { rows } = await sql<PublicPostRow>`
    select ${ITEM}, p.author_id, p.post_type, p.subtitle, p.is_paid, p.price_jpy, p.thumbnail_url, p.cover_image_url, p.seo_title,
      p.meta_description, p.updated_at, p.is_paid as paywalled,
      case when not p.is_paid then p.content
        when position(${PAYWALL_MARKER} in p.content) > 0 then left(p.content, position(${PAYWALL_MARKER} in p.content) - 1)
      end as content
    from posts p join users u on u.id = p.author_id
    where ${which} and p.status = 'published' and not p.salon_only and u.suspended_at is null`.execute(db)
  return rows[0]
}

export interface ProfilePostRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly published_at: Date
  readonly like_count: number
}

export async function findProfilePosts(db: Db, author: Account): Promise<{ posts: ProfilePostRow[]; count: number }> {
  const scope = `author:${author.id}`
  const { rows } = await sql<ProfilePostRow>`
    select p.id, p.title, p.slug, p.published_at, p.like_count
    from listings l join posts p on p.id = l.post_id
    where l.scope = ${scope} order by l.published_at desc, l.post_id desc limit ${PROFILE_POSTS_MAX}`.execute(db)
  return { posts: rows, count: await countListed(db, scope) }
}

export interface RankedRow {
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

/** A snapshot's posts as they are now; one that has left the public since drops out, and those behind it move up. */
export async function rankedPosts(db: Db, entries: RankingRow['entries'], limit: number): Promise<RankedRow[]> {
  const { rows } = await sql<RankedRow>`
    select p.id, p.title, p.slug, p.like_count, r.score, u.username, u.display_name, u.avatar_url
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(post_id uuid, score float8)
    join listings l on l.scope = 'all' and l.post_id = r.post_id
    join posts p on p.id = r.post_id join users u on u.id = p.author_id
    where u.suspended_at is null
    order by r.score desc, p.published_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
