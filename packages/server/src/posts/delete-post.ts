import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { requireMatch } from '../core/request-headers.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { eventNamed } from './post-events.ts'
import { lockPost, markDeleted } from './post-store.ts'
import type { Writing } from './writing.ts'

/** Soft: the row stays, and its event tells what it was. */
export async function deletePost({ trx, announce, principal }: Writing, id: string, ifMatch?: string): Promise<void> {
  const post = isUuid(id) ? await lockPost(trx, principal.userId, id) : undefined
  if (post === undefined) throw notFound('Post')
  requireMatch(ifMatch, post)
  const deletedAt = await markDeleted(trx, id)
  await recordEvents(trx, announce, principal.userId, deletedAt, [eventNamed('post.deleted', post)])
  if (post.status === 'published') announce({ about: 'post', postId: id })
}
