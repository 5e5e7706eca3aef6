import type { ListPostsQuery } from '@galley/contract/schemas/posts'
import { CompiledQuery, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { PostsTable } from '../db/schema.ts'
import type { DerivedFields } from './derived-fields.ts'
import type { PostState } from './post-state.ts'

export type PostRow = Selectable<PostsTable>
export type ListedPost = Omit<PostRow, 'content' | 'free_length'>

/** As a finished text: to build it for each read took a twentieth of the read's time. */
const OWN_POST = "select * from posts where author_id = $1 and id = $2 and status <> 'deleted'"

export async function findPost(db: Db, authorId: string, id: string): Promise<PostRow | undefined> {
  const { rows } = await db.executeQuery<PostRow>(CompiledQuery.raw(OWN_POST, [authorId, id]))
  return rows[0]
}

/** Holds the row until the transaction ends, so that parallel changes of one post come one after the other. */
export function lockPost(trx: Tx, authorId: string, id: string): Promise<PostRow | undefined> {
  return own(trx, authorId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findPostByExternalId(db: Db, authorId: string, externalId: string): Promise<PostRow | undefined> {
  return own(db, authorId).where('external_id', '=', externalId).executeTakeFirst()
}

export function lockPostByExternalId(trx: Tx, authorId: string, externalId: string): Promise<PostRow | undefined> {
  return own(trx, authorId).where('external_id', '=', externalId).forUpdate().executeTakeFirst()
}

const own = (db: Db, authorId: string) =>
  db.selectFrom('posts').selectAll().where('author_id', '=', authorId).where('status', '<>', 'deleted')

export function insertPost(
  trx: Tx,
  post: PostState & DerivedFields & { id: string; author_id: string; slug: string },
): Promise<PostRow> {
  const published_at = post.status === 'published' ? sql<Date>`now()` : null
  return trx
    .insertInto('posts')
    .values({ ...post, published_at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Not `now()`: that is when the transaction began, which may be before a change that it had to wait for. */
export const PRESENT = sql<Date>`statement_timestamp()`

export function updatePost(
  trx: Tx,
  id: string,
  change: Partial<PostState & DerivedFields>,
  becomesPublished: boolean,
): Promise<PostRow> {
  return trx
    .updateTable('posts')
    .set({
      ...change,
      ...(becomesPublished && { published_at: PRESENT }),
      updated_at: PRESENT,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The row stays, so that it can be restored. The rendered page is deleted. */
export async function markDeleted(trx: Tx, id: string): Promise<Date> {
  const { updated_at } = await trx
    .with('page', db => db.deleteFrom('post_pages').where('post_id', '=', id))
    .updateTable('posts')
    .set({ status: 'deleted', deleted_at: PRESENT, updated_at: PRESENT, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return updated_at
}

/** Locks a post if its time has come by the database's clock; whoever was changing it meanwhile is waited for. */
export function lockDuePost(trx: Tx, id: string): Promise<PostRow | undefined> {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .where('scheduled_for', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

export async function duePosts(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('scheduled_for', '<=', sql<Date>`now()`)
    .orderBy('scheduled_for')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Stands in `salon_key` for no salon; as a filter it is an id like any other, of a salon that does not exist. */
const NO_SALON = '00000000-0000-0000-0000-000000000000'

/** The columns of a list item. */
export const LISTED = sql.raw(
  'p.id, p.slug, p.title, p.status, p.visibility, p.post_type, p.is_paid, p.category, p.tags, p.subtitle, p.salon_id, p.salon_only, ' +
    'p.excerpt, p.published_at, p.scheduled_for, p.created_at, p.updated_at, p.deleted_at, p.view_count, p.like_count, p.comment_count',
)

/**
 * A page of an author's posts and how many there are, at the same cost for a hundred posts as for a hundred thousand:
 * filters choose among the author's few groups, the groups know their counts, and each is read from its end of the index.
 */
export async function listPosts(
  db: Db,
  authorId: string,
  filter: Required<Pick<ListPostsQuery, 'limit' | 'offset'>> & ListPostsQuery,
): Promise<{ posts: ListedPost[]; total: number }> {
  const { status, post_type, visibility, is_paid, salon_id, limit, offset } = filter
  const conditions = [
    sql`author_id = ${authorId}`,
    sql`count > 0`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(post_type ? [sql`post_type = ${post_type}`] : []),
    ...(visibility ? [sql`visibility = ${visibility}`] : []),
    ...(is_paid ? [sql`is_paid = ${is_paid === 'true'}`] : []),
    ...(salon_id ? [sql`salon_key = ${salon_id}`, sql`salon_key <> ${NO_SALON}`] : []),
  ]
  const { rows } = await sql<ListedPost & { total: number; id: string | null }>`
    with groups as materialized (select * from post_groups where ${sql.join(conditions, sql` and `)}),
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
  return { posts: rows.filter(row => row.id !== null), total: rows[0]?.total ?? 0 }
}
