import { addNotification } from '../../delivery/notifications/add-notification.ts'
import { lockIfActive } from '../../identity/accounts/account-store.ts'
import { requireVerifiedEmail } from '../../identity/accounts/recovery/require-verified-email.ts'
import { commentsSubject } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, notFound, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue } from '../../platform/core/field-rules.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import { transact } from '../../platform/db/transact.ts'
import {
  type CommentRow,
  findComment,
  findSameComment,
  insertComment,
  listComments,
  markCommentDeleted,
} from './comment-store.ts'
import { count, findReadablePost, lockReadablePost } from './engagement-store.ts'

export async function readComments(
  context: AppContext,
  postId: string,
  readerId: string,
  page: { limit: number; offset: number },
) {
  if ((await findReadablePost(context.db, postId)) === undefined) throw notFound('Post')
  return listComments(context.db, postId, page, readerId)
}

/** A form that is sent twice, or a request that a client repeats, adds one comment. */
export function addComment(context: AppContext, postId: string, userId: string, content: string): Promise<CommentRow> {
  rejectIssues(blankIssue('content', content))
  return transact(context, async (trx, notify) => {
    // Locked before the post, in the same order as a suspension does.
    if (!(await lockIfActive(trx, userId))) throw new AppError('UNAUTHORIZED', 'The account is suspended.')
    if ((await lockReadablePost(trx, postId)) === undefined) throw notFound('Post')
    await requireVerifiedEmail(context, trx, userId)
    const input = { post_id: postId, user_id: userId, content }
    const same = await findSameComment(trx, input)
    if (same !== undefined) return same
    const comment = await insertComment(trx, { id: newId(), ...input })
    await count(trx, postId, 'comments', 1)
    const author = await trx.selectFrom('posts').select('author_id').where('id', '=', postId).executeTakeFirstOrThrow()
    await addNotification(trx, {
      kind: 'comment',
      user_id: author.author_id,
      actor_id: userId,
      post_id: postId,
      comment_id: comment.id,
    })
    notify({ about: 'public', subjects: [commentsSubject(postId)] })
    return comment
  })
}

/** Allowed for the comment's writer and the post's author; for others it is not found. */
export function deleteComment(context: AppContext, commentId: string, userId: string): Promise<void> {
  return transact(context, async (trx, notify) => {
    const comment = isUuid(commentId) ? await findComment(trx, commentId) : undefined
    if (comment === undefined || (comment.user_id !== userId && comment.author_id !== userId)) throw notFound('Comment')
    // Only its writer sees a hidden comment.
    if (comment.hidden_at !== null && comment.user_id !== userId) throw notFound('Comment')
    // A comment of a suspended account is not counted now, and comes back with the account.
    if (!(await lockIfActive(trx, comment.user_id))) throw notFound('Comment')
    // Of two concurrent deletions, one counts.
    const deleted = await markCommentDeleted(trx, commentId)
    if (deleted === undefined) throw notFound('Comment')
    // A hidden comment is not counted.
    if (deleted.hidden_at === null) await count(trx, comment.post_id, 'comments', -1, comment.created_at)
    notify({ about: 'public', subjects: [commentsSubject(comment.post_id)] }, { hides: true })
  })
}
