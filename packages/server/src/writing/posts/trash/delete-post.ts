import type { BuyerChoice } from '@galley/contract/selling'
import { eventNamed } from '../../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../../delivery/webhooks/record-events.ts'
import { subjectsOfPosts } from '../../../platform/cache/subjects.ts'
import { notFound } from '../../../platform/core/errors.ts'
import { refundBuyers } from '../../../selling/request-refunds.ts'
import { lockPost, lockPostByExternalId, markDeleted, type PostRow } from '../post-store.ts'
import { requireMatch } from '../rules/version.ts'
import { externalIdIssues } from '../writing/external-id.ts'
import { requirePostScope } from '../writing/require-post-scope.ts'
import type { PostTransaction } from '../writing/write-post.ts'

export interface Deletion {
  readonly ifMatch?: string | undefined
  /** By default, buyers keep the text. */
  readonly buyers?: BuyerChoice | undefined
}

export async function deletePost(transaction: PostTransaction, id: string, deletion: Deletion): Promise<void> {
  return deleteLocked(transaction, await lockPost(transaction.trx, transaction.principal.userId, id), deletion)
}

export async function deletePostByExternalId(
  transaction: PostTransaction,
  externalId: string,
  deletion: Deletion,
): Promise<void> {
  const { trx, principal } = transaction
  const isPossible = externalIdIssues(externalId).length === 0
  const post = isPossible ? await lockPostByExternalId(trx, principal.userId, externalId) : undefined
  if (post === undefined) throw notFound('Post')
  return deleteLocked(transaction, post, deletion)
}

/** A soft delete: the row stays, and the event contains its last state. */
async function deleteLocked(transaction: PostTransaction, post: PostRow, { ifMatch, buyers }: Deletion): Promise<void> {
  const { trx, notify, principal } = transaction
  requirePostScope(transaction, post, null)
  requireMatch(ifMatch, post)
  if (buyers === 'refund') await refundBuyers(trx, post.id, transaction.context.clock.now())
  const deletedAt = await markDeleted(trx, post.id)
  await recordEvents(trx, notify, principal.userId, deletedAt, [eventNamed('post.deleted', post)])
  if (post.status === 'published') notify({ about: 'public', subjects: subjectsOfPosts(post) }, { hides: true })
}
