import { planAllows } from '@galley/contract/identity/plans'
import { eventsOf } from '../../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../../delivery/webhooks/record-events.ts'
import { lockAccount } from '../../../identity/accounts/account-store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError, notFound } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { brokenUniqueConstraint } from '../../../platform/db/connection/database.ts'
import type { PostRow } from '../post-store.ts'
import { changedFields } from '../rules/post-state.ts'
import { requireMatch } from '../rules/version.ts'
import { type PostTransaction, writePost } from '../writing/write-post.ts'
import { lockTrashedPost, markRestored } from './trash-store.ts'

/** Brings a deleted post back as a draft. */
export async function restorePost(
  context: AppContext,
  principal: Principal,
  id: string,
  ifMatch: string | undefined,
): Promise<PostRow> {
  const attempt = () => writePost(context, principal, transaction => restore(transaction, id, ifMatch))
  try {
    return await attempt()
  } catch (error) {
    // Another post took the external id at the same moment. The second attempt sees that post.
    if (brokenUniqueConstraint(error) !== 'posts_external_id') throw error
    return attempt()
  }
}

async function restore({ trx, notify, principal }: PostTransaction, id: string, ifMatch: string | undefined) {
  // An upsert of the same external id holds this lock too: it waits, and then finds the restored post.
  await lockAccount(trx, principal.userId)
  const before = isUuid(id) ? await lockTrashedPost(trx, principal.userId, id) : undefined
  if (before === undefined) throw notFound('Post')
  requireMatch(ifMatch, before)
  if (before.is_paid && !planAllows(principal.plan, 'paid_posts')) {
    throw new AppError('PLAN_REQUIRED', 'Paid posts need the Pro+ plan.')
  }
  const post = await markRestored(trx, before)
  const changes = changedFields(before, post)
  await recordEvents(trx, notify, principal.userId, post.updated_at, eventsOf(before, post, changes))
  return post
}
