import { eventsOf } from '../../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../../delivery/webhooks/record-events.ts'
import { subjectsOfPosts } from '../../../platform/cache/subjects.ts'
import { newId } from '../../../platform/core/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { type GivenTimes, insertPost, type PostRow, rejectTakenExternalId } from '../post-store.ts'
import { validateNewPost } from '../rules/post-rules.ts'
import { derivedFields, type PostInput } from '../rules/post-state.ts'
import { newSlug } from '../rules/slug.ts'
import { clientNameOf } from './client-name.ts'
import { type PostTransaction, requireAllowed } from './write-post.ts'

/**
 * Creates a post, with its events and its publication job, in the caller's transaction. An imported post has a slug and
 * times of its own.
 */
export async function createPost(
  transaction: PostTransaction,
  input: PostInput,
  given: GivenTimes & { readonly slug?: string } = {},
): Promise<PostRow> {
  const { context, principal, trx, notify } = transaction
  const after = await requireAllowed(transaction, null, validateNewPost(input, context.clock.now()))

  const fresh = { id: newId(), author_id: principal.userId, slug: newSlug(after.title), ...given }
  const post = await rejectTakenExternalId(
    insertPost(trx, { ...after, ...fresh, ...(await derivedFields(after)) }, clientNameOf(principal)),
  )
  transaction.renderLater(null, post)
  if (!transaction.isSilent) {
    // The time of the event is not `created_at`, which an import may set.
    await recordEvents(trx, notify, principal.userId, post.updated_at, eventsOf(null, post, []))
  }
  if (post.status === 'published') notify({ about: 'public', subjects: subjectsOfPosts(post) })
  if (post.scheduled_for !== null) {
    await enqueue(trx, 'publish-post', { postId: post.id }, { runAt: post.scheduled_for, key: post.id })
  }
  return post
}
