import type { AppContext } from '../context.ts'
import { refuse } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import type { Tx } from '../db/database.ts'
import type { Announce } from '../db/transact.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { excerptOf } from './excerpt.ts'
import { refuseTakenExternalId } from './external-id.ts'
import { requirePermissions } from './permissions.ts'
import { eventsOf } from './post-events.ts'
import { judge } from './post-rules.ts'
import { BLANK_POST, type PostInput } from './post-state.ts'
import { insertPost, type PostRow } from './post-store.ts'
import { newSlug } from './slug.ts'

/** Creates a post, with its events and its publication job, in the caller's transaction. */
export async function createPost(
  context: AppContext,
  trx: Tx,
  announce: Announce,
  principal: Principal,
  input: PostInput,
): Promise<PostRow> {
  const judgement = judge(BLANK_POST, withoutNulls(input), context.clock.now())
  await requirePermissions(trx, principal, judgement)
  refuse(judgement.faults)

  const { after } = judgement
  const fresh = { id: newId(), author_id: principal.userId, slug: newSlug(after.title) }
  const excerpt = excerptOf(after.content, after.is_paid)
  const post = await refuseTakenExternalId(insertPost(trx, { ...after, ...fresh, excerpt }))
  await recordEvents(trx, announce, principal.userId, post.created_at, eventsOf(null, post, []))
  if (post.status === 'published') announce({ about: 'post', postId: post.id })
  if (post.scheduled_for !== null)
    await enqueue(trx, 'publish-post', { postId: post.id }, { runAt: post.scheduled_for, key: post.id })
  return post
}

/** In a new post there is nothing to clear, so null says no more than silence. */
function withoutNulls(input: PostInput): PostInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}
