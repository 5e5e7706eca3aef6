import { TRASH_DAYS } from '@galley/contract/limits'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import { listRange } from '../post-list-store.ts'
import { type ListedPost, type PostRow, PRESENT } from '../post-store.ts'

const RESTORABLE = sql<boolean>`deleted_at > now() - make_interval(days => ${sql.lit(TRASH_DAYS)})`

export function listTrash(
  db: Db,
  authorId: string,
  page: { limit: number; offset: number },
): Promise<{ posts: ListedPost[]; total: number }> {
  const within = sql`p.author_id = ${authorId} and p.status = 'deleted' and ${RESTORABLE}`
  return listRange(db, { within, by: 'deleted_at' }, page)
}

/** A deleted post that can still be restored, locked until the transaction ends. */
export function lockTrashedPost(trx: Tx, authorId: string, id: string): Promise<PostRow | undefined> {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('author_id', '=', authorId)
    .where('id', '=', id)
    .where('status', '=', sql.lit('deleted'))
    .where(RESTORABLE)
    .forUpdate()
    .executeTakeFirst()
}

/** A deleted post's external id can be reused, so it is kept only if no other post has it. */
export function markRestored(trx: Tx, { id, author_id }: PostRow): Promise<PostRow> {
  const taken = sql<boolean>`exists (
    select from posts o where o.author_id = ${author_id} and o.external_id = posts.external_id and o.status <> 'deleted')`
  return trx
    .updateTable('posts')
    .set({
      status: 'draft',
      deleted_at: null,
      scheduled_for: null,
      external_id: sql<string | null>`case when ${taken} then null else external_id end`,
      updated_at: PRESENT,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
