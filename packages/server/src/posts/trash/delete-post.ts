import { notFound } from '../../core/errors.ts'
import { isUuid } from '../../core/ids.ts'
import { requireMatch } from '../../transport/request-headers.ts'
import { recordEvents } from '../../webhooks/record-events.ts'
import { eventNamed } from '../post-events.ts'
import { lockPost, markDeleted } from '../post-store.ts'
import { requirePostScope } from '../require-post-scope.ts'
import type { PostTransaction } from '../write-post.ts'

/** A soft delete: the row stays, and the event contains its last state. */
export async function deletePost(transaction: PostTransaction, id: string, ifMatch?: string): Promise<void> {
  const { trx, notify, principal } = transaction
  const post = isUuid(id) ? await lockPost(trx, principal.userId, id) : undefined
  if (post === undefined) throw notFound('Post')
  requirePostScope(transaction, post, null)
  requireMatch(ifMatch, post)
  const deletedAt = await markDeleted(trx, id)
  await recordEvents(trx, notify, principal.userId, deletedAt, [eventNamed('post.deleted', post)])
  if (post.status === 'published') notify({ about: 'post', postId: id })
}
