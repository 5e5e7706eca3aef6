import { addNotification } from '../delivery/notifications/add-notification.ts'
import { recountComments } from '../identity/accounts/suspend-account.ts'
import type { Actor } from '../identity/audit/record-action.ts'
import { recordAction } from '../identity/audit/record-action.ts'
import { commentsSubject } from '../platform/cache/subjects.ts'
import type { AppContext } from '../platform/context.ts'
import { notFound } from '../platform/core/errors.ts'
import { transact } from '../platform/db/transact.ts'
import { countHour } from '../reading/engagement/engagement-store.ts'
import { findModeratedComment, lockPostRow, type ModeratedComment, setCommentHidden } from './content-store.ts'
import { hiddenAfter, type Visibility } from './hidden-rules.ts'

/** Hides a comment from everybody but its writer. */
export function hideComment(context: AppContext, actor: Actor, id: string, reason: string): Promise<ModeratedComment> {
  return change(context, actor, id, { hide: true, reason }, reason)
}

export function unhideComment(
  context: AppContext,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<ModeratedComment> {
  return change(context, actor, id, { hide: false }, reason)
}

function change(
  context: AppContext,
  actor: Actor,
  id: string,
  wanted: Visibility,
  reason: string | null,
): Promise<ModeratedComment> {
  return transact(context, async (trx, notify) => {
    const postId = (await findModeratedComment(trx, id))?.post_id
    if (postId === undefined) throw notFound('Comment')
    // Whoever changes the number of comments locks the post.
    await lockPostRow(trx, postId)
    const before = await findModeratedComment(trx, id)
    if (before === undefined) throw notFound('Comment')
    const after = hiddenAfter(before, wanted, context.clock.now())
    if (after === undefined) return before
    await setCommentHidden(trx, id, after)
    await recountComments(trx, [postId])
    const step = Number(after.hidden_at === null) - Number(before.hidden_at === null)
    if (step !== 0) await countHour(trx, postId, 'comments', step, before.created_at)
    await recordAction(trx, actor, wanted.hide ? 'comment.hide' : 'comment.restore', id, reason)
    await addNotification(trx, {
      kind: 'moderation',
      user_id: before.author_id,
      post_id: postId,
      comment_id: id,
      detail: wanted.hide ? 'comment_hidden' : 'comment_restored',
      reason: after.hidden_reason,
    })
    notify({ about: 'public', subjects: [commentsSubject(postId)] }, { hides: wanted.hide })
    return { ...before, ...after }
  })
}
