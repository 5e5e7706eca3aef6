import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { requireMatch } from '../core/request-headers.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { eventNamed } from './post-events.ts'
import { lockPost, markDeleted } from './post-store.ts'

/** Soft: the row stays, and its event tells what it was. */
export async function deletePost(
  trx: Tx,
  announce: Announce,
  authorId: string,
  id: string,
  ifMatch?: string,
): Promise<void> {
  const post = isUuid(id) ? await lockPost(trx, authorId, id) : undefined
  if (post === undefined) throw notFound('Post')
  requireMatch(ifMatch, post.version)
  if (post.status === 'published') announce({ about: 'post', postId: id })
  const deletedAt = await markDeleted(trx, id)
  await recordEvents(trx, announce, authorId, deletedAt, [eventNamed('post.deleted', post)])
}
