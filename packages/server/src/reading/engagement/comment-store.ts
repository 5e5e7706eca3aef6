import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'

export interface CommentRow {
  readonly id: string
  readonly content: string
  readonly created_at: Date
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly hidden_at: Date | null
  readonly hidden_reason: string | null
  readonly user_id: string
}

const SAME_COMMENT_SECONDS = 60

/** Comments of active accounts: those of a suspended one are hidden until it is restored. */
const shown = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select(['comments.id', 'content', 'comments.created_at', 'username', 'display_name', 'avatar_url'])
    .select(['hidden_at', 'hidden_reason', 'user_id'])
    .where('deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)

export async function insertComment(
  trx: Tx,
  comment: { id: string; post_id: string; user_id: string; content: string },
): Promise<CommentRow> {
  await trx.insertInto('comments').values(comment).execute()
  return shown(trx).where('comments.id', '=', comment.id).executeTakeFirstOrThrow()
}

/** The comment that this account has just written with the same text, if any. */
export function findSameComment(
  trx: Tx,
  { post_id, user_id, content }: { post_id: string; user_id: string; content: string },
): Promise<CommentRow | undefined> {
  return shown(trx)
    .where('post_id', '=', post_id)
    .where('comments.user_id', '=', user_id)
    .where('content', '=', content)
    .where('comments.created_at', '>', sql<Date>`now() - make_interval(secs => ${SAME_COMMENT_SECONDS})`)
    .executeTakeFirst()
}

/** The comments that everybody sees, and those of `readerId` that an admin hid. */
export async function listComments(
  db: Db,
  postId: string,
  { limit, offset }: { limit: number; offset: number },
  readerId: string,
): Promise<{ comments: CommentRow[]; total: number }> {
  const comments = await shown(db)
    .where('post_id', '=', postId)
    .where(({ eb, or }) => or([eb('hidden_at', 'is', null), eb('comments.user_id', '=', readerId)]))
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
  return { comments, total: comment_count + (await countHidden(db, postId, readerId)) }
}

async function countHidden(db: Db, postId: string, writerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('post_id', '=', postId)
    .where('user_id', '=', writerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export function findComment(db: Db, id: string) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.post_id', 'comments.user_id', 'comments.created_at', 'comments.hidden_at', 'posts.author_id'])
    .where('comments.id', '=', id)
    .where('comments.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Undefined if it was deleted already. */
export function markCommentDeleted(trx: Tx, id: string): Promise<{ hidden_at: Date | null } | undefined> {
  return trx
    .updateTable('comments')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('hidden_at')
    .executeTakeFirst()
}
