import { PROFILE_POSTS_MAX } from '@galley/contract/limits'
import type { PublicSort } from '@galley/contract/reading/public'
import type { CategoryValue } from '@galley/contract/writing/categories'
import { type RawBuilder, sql } from 'kysely'
import type { Account } from '../../identity/accounts/account-store.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { CARD, type CardRow, ITEM, type PublicItemRow, READABLE } from './public-store.ts'
import { SKIPPED_AT_ONCE, skipOthers } from './trending-order.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Filter {
  readonly category?: CategoryValue | undefined
  readonly tag?: string | undefined
  /** Not combinable: there is a list for each author, but none within it. */
  readonly authorId?: string | undefined
}

/** A list is one range of one index for every order and offset; its length is stored. */
export async function listPublicPosts(
  db: Db,
  query: Page & Filter & { readonly sort: PublicSort },
): Promise<{ posts: PublicItemRow[]; total: number }> {
  const { sort, category, tag } = query
  const scope = scopeOf(query)
  const both = tag !== undefined && category !== undefined
  const within = both ? sql`l.scope = ${scope} and l.category = ${category}` : sql`l.scope = ${scope}`
  const total = countListed(both ? `category:${category} tag:${tag}` : scope)
  const posts =
    sort === 'trending'
      ? await trendingPage(db, within, query, total)
      : await orderedPage(db, ORDERS[sort], within, query, total)
  return { posts, total: posts[0]?.total ?? (query.offset === 0 ? 0 : await readTotal(db, total)) }
}

function scopeOf({ category, tag, authorId }: Filter): string {
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

type ListedRow = PublicItemRow & { readonly total: number }

async function orderedPage(
  db: Db,
  order: Order,
  within: RawBuilder<unknown>,
  page: Page,
  total: RawBuilder<unknown>,
): Promise<ListedRow[]> {
  const columns = order.columns.map(column => sql`l.${sql.ref(column)}`)
  const descending = sql.join(columns.map(column => sql`${column} desc`))
  const { rows } = await sql<ListedRow>`
    select ${ITEM}, ${total} as total from (
      select ${sql.join(columns)} from ${sql.table(order.table)} l
      where ${within} order by ${descending} limit ${page.limit} offset ${page.offset}
    ) l join posts p on p.id = l.post_id join users u on u.id = p.author_id
    where ${READABLE}
    order by ${descending}`.execute(db)
  return rows
}

/**
 * Posts with recent engagement, highest score first; then all others by publication. One statement, and so one snapshot,
 * reads a page that begins among the trending posts or soon after them.
 */
async function trendingPage(
  db: Db,
  within: RawBuilder<unknown>,
  page: Page,
  total: RawBuilder<unknown>,
): Promise<ListedRow[]> {
  // The offset forces one index probe for each row; a join with a generic plan would read both tables completely.
  const others = sql`${within} and not exists (
    select from trending t where t.scope = l.scope and t.published_at = l.published_at and t.post_id = l.post_id offset 0
  )`
  type Row = { readonly owed: number | null } & (ListedRow | { readonly id: null })
  const { rows } = await sql<Row>`
    with best as materialized (
      select l.score, l.published_at, l.post_id from trending l
      where ${within} order by l.score desc, l.published_at desc, l.post_id desc limit ${page.limit} offset ${page.offset}
    ), skipped as materialized (
      select case when (select count(*) from best) < ${page.limit}
        then greatest(0, ${page.offset} - (select count(*)::int from trending l where ${within})) end as owed
    ), rest as (
      select l.published_at, l.post_id, row_number() over (order by l.published_at desc, l.post_id desc) as place from (
        select l.published_at, l.post_id from listings l where ${others} and (select owed <= ${SKIPPED_AT_ONCE} from skipped)
        order by l.published_at desc, l.post_id desc limit ${page.limit + SKIPPED_AT_ONCE}
      ) l
    ), shown as (
      select * from best union all
      select '-infinity', r.published_at, r.post_id from rest r, skipped where r.place > skipped.owed
      order by score desc, published_at desc, post_id desc limit ${page.limit}
    )
    select skipped.owed, ${total} as total, found.* from skipped left join (
      select ${ITEM}, s.score from shown s join posts p on p.id = s.post_id join users u on u.id = p.author_id
      where ${READABLE}
    ) found on true
    order by found.score desc, found.published_at desc, found.id desc`.execute(db)
  const owed = rows[0]?.owed ?? 0
  if (owed <= SKIPPED_AT_ONCE) return rows.filter(row => row.id !== null)
  // Steps in one snapshot: a post that starts or stops trending between them would be shown twice, or not at all.
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async trx => {
    const { from, offset } = await skipOthers(trx, within, page.offset)
    return orderedPage(trx, ORDERS.latest, sql`${others} and ${from}`, { limit: page.limit, offset }, total)
  })
}

const countListed = (scope: string) =>
  sql<number>`(select coalesce(sum(count), 0)::int from listing_counts where scope = ${scope})`

async function readTotal(db: Db, total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

export interface ProfilePostRow extends CardRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly published_at: Date
  readonly like_count: number
}

export async function findProfilePosts(db: Db, author: Account): Promise<{ posts: ProfilePostRow[]; count: number }> {
  const scope = scopeOf({ authorId: author.id })
  const total = countListed(scope)
  const { rows } = await sql<ProfilePostRow & { total: number }>`
    select p.id, p.title, p.slug, p.published_at, p.like_count, ${sql.raw(CARD)}, ${total} as total
    from listings l join posts p on p.id = l.post_id
    where l.scope = ${scope} order by l.published_at desc, l.post_id desc limit ${PROFILE_POSTS_MAX}`.execute(db)
  // Without rows, there is none.
  return { posts: rows, count: rows[0]?.total ?? 0 }
}
