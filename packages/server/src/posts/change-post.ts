import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { requireMatch } from '../core/request-headers.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { accept } from './accept-change.ts'
import { derivedFields } from './derived-fields.ts'
import { refuseTakenExternalId } from './external-id.ts'
import { eventsOf } from './post-events.ts'
import { judge } from './post-rules.ts'
import { changedFields, type PostState, type WrittenField } from './post-state.ts'
import { lockPost, type PostRow, updatePost } from './post-store.ts'
import { newlyShown } from './write-post.ts'
import type { Wish, Writing } from './writing.ts'

export async function changePost(writing: Writing, id: string, wish: Wish): Promise<PostRow> {
  const before = isUuid(id) ? await lockPost(writing.trx, writing.principal.userId, id) : undefined
  if (before === undefined) throw notFound('Post')
  return changeLocked(writing, before, wish)
}

/** Changes a post whose row the transaction holds. What ends as it was is not written and tells nobody anything. */
export async function changeLocked(writing: Writing, before: PostRow, wish: Wish): Promise<PostRow> {
  const { context, principal, trx, announce } = writing
  requireMatch(wish.ifMatch, before)
  const after = await accept(writing, judge(before, wish.input, context.clock.now()))

  const changes = changedFields(before, after)
  if (changes.length === 0) return before
  const changed = new Set(changes)
  const becomesPublished = changed.has('status') && after.status === 'published'
  const derived = changed.has('content') || changed.has('is_paid') ? derivedFields(after) : {}
  const change = { ...pick(after, changes), ...derived }
  const post = await refuseTakenExternalId(updatePost(trx, before.id, change, becomesPublished))
  const shown = newlyShown(before, after)
  if (shown !== null) writing.renderLater({ postId: post.id, authorId: principal.userId, content: shown })
  await recordEvents(trx, announce, principal.userId, post.updated_at, eventsOf(before, post, changes))
  if (before.status === 'published' || post.status === 'published') announce({ about: 'post', postId: post.id })
  if (changed.has('scheduled_for') && post.scheduled_for !== null) {
    await enqueue(trx, 'publish-post', { postId: post.id }, { runAt: post.scheduled_for, key: post.id })
  }
  return post
}

function pick(from: PostState, fields: readonly WrittenField[]): Partial<PostState> {
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}
