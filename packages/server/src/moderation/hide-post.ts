import { addNotification } from '../delivery/notifications/add-notification.ts'
import type { Actor } from '../identity/audit/record-action.ts'
import { recordAction } from '../identity/audit/record-action.ts'
import { type PostPlaces, subjectsOfPosts } from '../platform/cache/subjects.ts'
import type { AppContext } from '../platform/context.ts'
import { notFound } from '../platform/core/errors.ts'
import type { Tx } from '../platform/db/connection/database.ts'
import { transact } from '../platform/db/transact.ts'
import { findModeratedPost, lockPostRow, type ModeratedPost, setPostHidden } from './content-store.ts'
import { hiddenAfter, type Visibility } from './hidden-rules.ts'

/** Hides a post from all readers. Database triggers take it out of all lists. */
export function hidePost(context: AppContext, actor: Actor, id: string, reason: string): Promise<ModeratedPost> {
  return change(context, actor, id, { hide: true, reason }, reason)
}

export function unhidePost(
  context: AppContext,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<ModeratedPost> {
  return change(context, actor, id, { hide: false }, reason)
}

function change(
  context: AppContext,
  actor: Actor,
  id: string,
  wanted: Visibility,
  reason: string | null,
): Promise<ModeratedPost> {
  return transact(context, async (trx, notify) => {
    await lockPostRow(trx, id)
    const before = await findModeratedPost(trx, id)
    if (before === undefined) throw notFound('Post')
    const after = hiddenAfter(before, wanted, context.clock.now())
    if (after === undefined) return before
    await setPostHidden(trx, id, after)
    await recordAction(trx, actor, wanted.hide ? 'post.hide' : 'post.restore', id, reason)
    await addNotification(trx, {
      kind: 'moderation',
      user_id: before.author_id,
      post_id: id,
      detail: wanted.hide ? 'post_hidden' : 'post_restored',
      reason: after.hidden_reason,
    })
    notify({ about: 'public', subjects: subjectsOfPosts(await findPlaces(trx, id)) }, { hides: wanted.hide })
    return { ...before, ...after }
  })
}

const findPlaces = (trx: Tx, id: string): Promise<PostPlaces> =>
  trx
    .selectFrom('posts')
    .select(['id', 'author_id', 'slug', 'category', 'tags', 'series_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
