import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'
import { count, lockReadablePost, readCount } from './engagement-store.ts'

export type Reaction = 'likes' | 'saves' | 'resonances'

/** Sets or removes a reader's reaction; repeating it changes nothing. Returns the post's new count. */
export function react(
  context: AppContext,
  reaction: Reaction,
  postId: string,
  userId: string,
  wanted: boolean,
): Promise<number> {
  return transact(context, async trx => {
    if ((await lockReadablePost(trx, postId)) === undefined) throw notFound('Post')
    const row = { post_id: postId, user_id: userId }
    if (wanted) {
      const added = await trx
        .insertInto(reaction)
        .values(row)
        .onConflict(conflict => conflict.doNothing())
        .returning('created_at')
        .executeTakeFirst()
      return added === undefined ? readCount(trx, postId, reaction) : count(trx, postId, reaction, 1)
    }
    const removed = await trx
      .deleteFrom(reaction)
      .where('post_id', '=', postId)
      .where('user_id', '=', userId)
      .returning('created_at')
      .executeTakeFirst()
    // Subtracted from the hour in which it was given, so that hours count only reactions that still exist.
    return removed === undefined
      ? readCount(trx, postId, reaction)
      : count(trx, postId, reaction, -1, removed.created_at)
  })
}
