import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

export interface CommentRow {
  readonly id: string
  readonly content: string
  readonly created_at: Date
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
}

/** Visible comments: those of a suspended account are hidden until it is restored. */
const visible = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'content', 'comments.created_at', 'username', 'display_name', 'avatar_url'])
    .where('deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)

export async function insertComment(
  trx: Tx,
  comment: { id: string; post_id: string; user_id: string; content: string },
): Promise<CommentRow> {
  await trx.insertInto('comments').values(comment).execute()
  return visible(trx).where('comments.id', '=', comment.id).executeTakeFirstOrThrow()
}

export async function listComments(
  db: Db,
  postId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ comments: CommentRow[]; total: number }> {
  const comments = await visible(db)
    .where('post_id', '=', postId)
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  // The post's counter is the number of its visible comments, so no count query is needed.
  const { comment_count } = await db
    .selectFrom('posts')
    .select('comment_count')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow()
  return { comments, total: comment_count }
}

export function findComment(db: Db, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.post_id', 'comments.user_id', 'comments.created_at', 'posts.author_id'])
    .where('comments.id', '=', id)
    .where('comments.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function markCommentDeleted(trx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
