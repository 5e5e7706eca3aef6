import { notFound } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import { lockPost, type PostRow } from '../post-store.ts'
import { deletePending, findRevision } from '../revision-store.ts'
import { changeLocked } from '../writing/change-post.ts'
import { lockOwnSeries } from '../writing/join-series.ts'
import { requirePostScope } from '../writing/require-post-scope.ts'
import type { PostTransaction } from '../writing/write-post.ts'
import { stateOf } from './revision-view.ts'

/**
 * Writes the fields of a revision into the post, without a series that was deleted since. A pending revision is part of
 * the post afterwards.
 */
export async function restoreRevision(
  transaction: PostTransaction,
  postId: string,
  revisionId: string,
  ifMatch: string | undefined,
): Promise<PostRow> {
  const { trx, principal } = transaction
  const before = await lockPost(trx, principal.userId, postId)
  requirePostScope(transaction, before, null)
  const revision = isUuid(revisionId) ? await findRevision(trx, before.id, revisionId) : undefined
  if (revision === undefined) throw notFound('Revision')
  if (revision.is_pending) await deletePending(trx, before.id)
  const state = stateOf(revision)
  const isSeriesDeleted =
    state.series_id !== null &&
    state.series_id !== before.series_id &&
    !(await lockOwnSeries(trx, principal.userId, state.series_id))
  const input = isSeriesDeleted ? { ...state, series_id: null, series_position: null } : state
  return changeLocked({ ...transaction, keepsVersionBefore: true }, before, { input, ifMatch })
}
