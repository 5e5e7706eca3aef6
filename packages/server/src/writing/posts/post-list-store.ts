import type { ListPostsQuery } from '@galley/contract/schemas/writing/posts'
import { type RawBuilder, sql } from 'kysely'
import { NIL_ID } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { withContentDigests } from './content-digests.ts'
import type { ListedPost, PostRow } from './post-store.ts'

/** The columns of a list item. */
const LISTED = sql.raw(
  'p.id, p.slug, p.title, p.status, p.visibility, p.post_type, p.is_paid, p.category, p.tags, p.subtitle, p.salon_id, p.salon_only, ' +
    'p.excerpt, p.published_at, p.scheduled_for, p.created_at, p.updated_at, p.deleted_at, p.view_count, p.like_count, p.comment_count, ' +
    'p.price_jpy, p.thumbnail_url, p.cover_image_url, p.seo_title, p.meta_description, p.canonical_url, p.series_id, p.series_position, p.external_id, p.content_sha256, p.version, p.hidden_at, p.hidden_reason',
)
type Row = Omit<PostRow, 'content' | 'free_length' | 'id'> & { id: string | null; total: number }

/**
 * A page of an author's posts and their total, at the same cost for any number of posts: filters choose among the
 * author's few groups, the groups have their counts, and each is one range of the index.
 */
export async function listPosts(
  db: Db,
  authorId: string,
  filter: Required<Pick<ListPostsQuery, 'limit' | 'offset'>> & ListPostsQuery,
): Promise<{ posts: ListedPost[]; total: number }> {
  const { limit, offset } = filter
  const { rows } = await sql<Row>`
    with groups as materialized (
      select author_id, status, post_type, visibility, is_paid, salon_key, sum(count) as count from post_groups
      where ${sql.join(inGroup(authorId, filter), sql` and `)} group by 1, 2, 3, 4, 5, 6 having sum(count) > 0
    ),
    page as (
      select p.* from groups g cross join lateral (
        select ${LISTED} from posts p
        where p.author_id = g.author_id and p.status = g.status and p.post_type = g.post_type
          and p.visibility = g.visibility and p.is_paid = g.is_paid and p.salon_key = g.salon_key and p.status <> 'deleted'
        order by p.created_at desc, p.id desc limit ${limit + offset}
      ) p
      order by p.created_at desc, p.id desc limit ${limit} offset ${offset}
    )
    select (select coalesce(sum(count), 0)::int from groups) as total, page.*
    from (values (1)) as always(one) left join page on true
    order by page.created_at desc, page.id desc`.execute(db)
  return listOf(db, rows)
}

/** Conditions on columns that `post_groups` and `posts` have in common. */
function inGroup(authorId: string, { status, post_type, visibility, is_paid, salon_id }: ListPostsQuery) {
  return [
    sql`author_id = ${authorId}`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(post_type ? [sql`post_type = ${post_type}`] : []),
    ...(visibility ? [sql`visibility = ${visibility}`] : []),
    ...(is_paid ? [sql`is_paid = ${is_paid === 'true'}`] : []),
    // The key of posts without a salon is no salon, so as a filter it matches nothing.
    ...(salon_id ? [sql`salon_key = ${salon_id}`, sql`salon_key <> ${NIL_ID}`] : []),
  ]
}

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Range {
  /** A condition on posts `p` that an index serves. */
  readonly within: RawBuilder<unknown>
  /** The column that orders the list, descending. */
  readonly by: string
}

/** A page of posts from one range of an index, and how many posts the range has. */
export async function listRange(
  db: Db,
  { within, by }: Range,
  { limit, offset }: Page,
): Promise<{ posts: ListedPost[]; total: number }> {
  const { rows } = await sql<Row>`
    with found as materialized (select p.id, p.${sql.ref(by)} as at from posts p where ${within}),
    page as (
      select ${LISTED}, f.at from (select * from found order by at desc, id desc limit ${limit} offset ${offset}) f
      join posts p on p.id = f.id
    )
    select (select count(*)::int from found) as total, page.*
    from (values (1)) as always(one) left join page on true
    order by page.at desc, page.id desc`.execute(db)
  return listOf(db, rows)
}

async function listOf(db: Db, rows: readonly Row[]): Promise<{ posts: ListedPost[]; total: number }> {
  const posts = rows.filter((row): row is Row & { id: string } => row.id !== null)
  return { posts: await withContentDigests(db, posts), total: rows[0]?.total ?? 0 }
}

/**
 * Posts by external id, by series, or by the time at which they are scheduled or were published. Newest first. External ids,
 * series and schedules have an index of their own; for the time of publication, all published posts of the author are read.
 */
export function listSelected(
  db: Db,
  authorId: string,
  filter: ListPostsQuery & Page & { readonly ids?: readonly string[] },
): Promise<{ posts: ListedPost[]; total: number }> {
  const { ids, external_id, series_id, scheduled_from, scheduled_to, published_from, published_to } = filter
  const conditions = [
    ...inGroup(authorId, filter),
    sql`p.status <> 'deleted'`,
    ...((scheduled_from ?? scheduled_to) ? [sql`p.status = 'scheduled'`] : []),
    ...((published_from ?? published_to) ? [sql`p.status = 'published'`] : []),
    ...(ids ? [sql`p.id = any(${ids}::uuid[])`] : []),
    ...(external_id ? [sql`p.external_id = ${external_id}`] : []),
    ...(series_id ? [sql`p.series_id = ${series_id}`] : []),
    ...(scheduled_from ? [sql`p.scheduled_for >= ${new Date(scheduled_from)}`] : []),
    ...(scheduled_to ? [sql`p.scheduled_for < ${new Date(scheduled_to)}`] : []),
    ...(published_from ? [sql`p.published_at >= ${new Date(published_from)}`] : []),
    ...(published_to ? [sql`p.published_at < ${new Date(published_to)}`] : []),
  ]
  return listRange(db, { within: sql.join(conditions, sql` and `), by: 'created_at' }, filter)
}
