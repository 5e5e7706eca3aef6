import { notFound } from '../../core/errors.ts'
import { requireMatch } from '../../transport/request-headers.ts'
import { recordEvents } from '../../webhooks/record-events.ts'
import { externalIdFaults } from '../external-id.ts'
import { eventNamed } from '../post-events.ts'
import { lockPost, lockPostByExternalId, markDeleted, type PostRow } from '../post-store.ts'
import { requirePostScope } from '../require-post-scope.ts'
import type { PostTransaction } from '../write-post.ts'

export async function deletePost(transaction: PostTransaction, id: string, ifMatch?: string): Promise<void> {
  return deleteLocked(transaction, await lockPost(transaction.trx, transaction.principal.userId, id), ifMatch)
}

export async function deletePostByExternalId(
  transaction: PostTransaction,
  externalId: string,
  ifMatch?: string,
): Promise<void> {
  const { trx, principal } = transaction
  const isPossible = externalIdFaults(externalId).length === 0
  const post = isPossible ? await lockPostByExternalId(trx, principal.userId, externalId) : undefined
  if (post === undefined) throw notFound('Post')
  return deleteLocked(transaction, post, ifMatch)
}

/** A soft delete: the row stays, and the event contains its last state. */
async function deleteLocked(transaction: PostTransaction, post: PostRow, ifMatch: string | undefined): Promise<void> {
  const { trx, notify, principal } = transaction
  requirePostScope(transaction, post, null)
  requireMatch(ifMatch, post)
  const deletedAt = await markDeleted(trx, post.id)
  await recordEvents(trx, notify, principal.userId, deletedAt, [eventNamed('post.deleted', post)])
  if (post.status === 'published') notify({ about: 'post', postId: post.id })
}
