import type { AppContext } from '../context.ts'
import { notFound, refuse } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import { requireMatch } from '../core/request-headers.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { excerptOf } from './excerpt.ts'
import { refuseTakenExternalId } from './external-id.ts'
import { requirePermissions } from './permissions.ts'
import { eventsOf } from './post-events.ts'
import { judge } from './post-rules.ts'
import { changedFields, type PostInput, type PostState, type WrittenField } from './post-state.ts'
import { lockPost, type PostRow, updatePost } from './post-store.ts'

export async function changePost(
  context: AppContext,
  trx: Tx,
  announce: Announce,
  principal: Principal,
  id: string,
  input: PostInput,
  ifMatch?: string,
): Promise<PostRow> {
  const before = isUuid(id) ? await lockPost(trx, principal.userId, id) : undefined
  if (before === undefined) throw notFound('Post')
  requireMatch(ifMatch, before.version)
  return changeLocked(context, trx, announce, principal, before, input)
}

/** Changes a post whose row the transaction holds. What ends as it was is not written and tells nobody anything. */
export async function changeLocked(
  context: AppContext,
  trx: Tx,
  announce: Announce,
  principal: Principal,
  before: PostRow,
  input: PostInput,
): Promise<PostRow> {
  const judgement = judge(before, input, context.clock.now())
  await requirePermissions(trx, principal, judgement)
  refuse(judgement.faults)

  const { after } = judgement
  const changes = changedFields(before, after)
  if (changes.length === 0) return before
  const changed = new Set(changes)
  const becomesPublished = changed.has('status') && after.status === 'published'
  const excerpt =
    changed.has('content') || changed.has('is_paid') ? { excerpt: excerptOf(after.content, after.is_paid) } : {}
  const change = { ...pick(after, changes), ...excerpt }
  const post = await refuseTakenExternalId(updatePost(trx, before.id, change, becomesPublished))
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
