import { sql } from 'kysely'
import { addNotification } from '../../delivery/notifications/add-notification.ts'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { requireVerifiedEmail } from '../../identity/accounts/recovery/require-verified-email.ts'
import { followersSubject } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, notFound } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'

export async function readFollowing(
  { db }: AppContext,
  username: string,
  userId: string,
): Promise<{ following: boolean; is_self: boolean }> {
  const author = await findAccountByUsername(db, username)
  if (author === undefined || author.suspended_at !== null) throw notFound('User')
  const row = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('followee_id', '=', author.id)
    .where('follower_id', '=', userId)
    .executeTakeFirst()
  return { following: row !== undefined, is_self: author.id === userId }
}

/** Follows an author or stops following; repeating it changes nothing. Returns the author's new count. */
export function follow(context: AppContext, username: string, followerId: string, wanted: boolean): Promise<number> {
  return transact(context, async (trx, notify) => {
    const author = await findAccountByUsername(trx, username)
    if (author === undefined || author.suspended_at !== null) throw notFound('User')
    if (wanted) await requireVerifiedEmail(context, trx, followerId)
    if (author.id === followerId) throw new AppError('VALIDATION_ERROR', 'You cannot follow yourself.')
    const row = { followee_id: author.id, follower_id: followerId }
    const changed = wanted
      ? await trx
          .insertInto('follows')
          .values(row)
          .onConflict(conflict => conflict.doNothing())
          .returning('follower_id')
          .executeTakeFirst()
      : await trx
          .deleteFrom('follows')
          .where('followee_id', '=', author.id)
          .where('follower_id', '=', followerId)
          .returning('follower_id')
          .executeTakeFirst()
    if (changed === undefined) return author.follower_count
    notify({ about: 'public', subjects: [followersSubject(author.id)] })
    if (wanted) await addNotification(trx, { kind: 'follow', user_id: author.id, actor_id: followerId })
    const { follower_count } = await trx
      .updateTable('users')
      .set({ follower_count: sql<number>`follower_count + ${wanted ? 1 : -1}` })
      .where('id', '=', author.id)
      .returning('follower_count')
      .executeTakeFirstOrThrow()
    return follower_count
  })
}
