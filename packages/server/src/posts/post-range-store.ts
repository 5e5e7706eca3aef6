import type { ListPostsQuery } from '@galley/contract/schemas/posts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { LISTED, type ListedPost } from './post-store.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Range {
  /** A condition on posts `p` that an index serves. */
  readonly within: RawBuilder<unknown>
  /** The column that orders the list, latest first. */
  readonly by: string
}

/** A page of posts from one range of an index, and how many posts the range has. */
export async function listRange(
  db: Db,
  { within, by }: Range,
  { limit, offset }: Page,
): Promise<{ posts: ListedPost[]; total: number }> {
  const { rows } = await sql<ListedPost & { total: number; id: string | null }>`
    with found as materialized (select p.id, p.${sql.ref(by)} as at from posts p where ${within}),
    page as (
      select ${LISTED}, f.at from (select * from found order by at desc, id desc limit ${limit} offset ${offset}) f
      join posts p on p.id = f.id
    )
    select (select count(*)::int from found) as total, page.*
    from (values (1)) as always(one) left join page on true
    order by page.at desc, page.id desc`.execute(db)
  return { posts: rows.filter(row => row.id !== null), total: rows[0]?.total ?? 0 }
}

/** Posts that wait for a time in a range, newest first like every list of one's own posts. */
export function listScheduled(
  db: Db,
  authorId: string,
  filter: ListPostsQuery & Page,
): Promise<{ posts: ListedPost[]; total: number }> {
  const { status, post_type, visibility, is_paid, salon_id, scheduled_from: from, scheduled_to: to } = filter
  const conditions = [
    sql`p.author_id = ${authorId} and p.status = 'scheduled'`,
    ...(from ? [sql`p.scheduled_for >= ${new Date(from)}`] : []),
    ...(to ? [sql`p.scheduled_for < ${new Date(to)}`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(post_type ? [sql`p.post_type = ${post_type}`] : []),
    ...(visibility ? [sql`p.visibility = ${visibility}`] : []),
    ...(is_paid ? [sql`p.is_paid = ${is_paid === 'true'}`] : []),
    ...(salon_id ? [sql`p.salon_id = ${salon_id}`] : []),
  ]
  return listRange(db, { within: sql.join(conditions, sql` and `), by: 'created_at' }, filter)
}
