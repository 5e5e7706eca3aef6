import { eventsOf } from '../../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../../delivery/webhooks/record-events.ts'
import { subjectsOfPosts } from '../../../platform/cache/subjects.ts'
import type { MediaAddresses } from '../../../platform/core/addresses/media-addresses.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { type GivenTimes, lockPost, type PostRow, rejectTakenExternalId, updatePost } from '../post-store.ts'
import { showsLess, validateChange } from '../rules/post-rules.ts'
import { changedFields, derivedFields, type PostInput, type PostState, type WrittenField } from '../rules/post-state.ts'
import { requireMatch } from '../rules/version.ts'
import { recordRevision } from './record-revision.ts'
import { type PostChange, type PostTransaction, requireAllowed } from './write-post.ts'

export async function changePost(transaction: PostTransaction, id: string, change: PostChange): Promise<PostRow> {
  const before = await lockPost(transaction.trx, transaction.principal.userId, id)
  return changeLocked(transaction, before, change)
}

/**
 * Changes a post whose row is locked by the transaction. Without a difference, nothing is written and no event is
 * emitted.
 */
export async function changeLocked(
  transaction: PostTransaction,
  before: PostRow,
  change: PostChange,
  given: GivenTimes = {},
): Promise<PostRow> {
  const { context, principal, trx, notify } = transaction
  requireMatch(change.ifMatch, before)
  const input = { ...change.input, ...storedUrls(before, change.input, context.media) }
  const after = await requireAllowed(transaction, before, validateChange(before, input, context.clock.now()))

  const changes = changedFields(before, after)
  const times = newTimes(before, given)
  if (changes.length === 0 && Object.keys(times).length === 0) return before
  // Hiding a post from readers is possible with a full disk.
  const onlyHides = changes.every(name => name === 'status' || name === 'scheduled_for') && after.status !== 'published'
  if (!onlyHides || after.status === 'scheduled') await context.disk.require()
  const changed = new Set(changes)
  // An import may give the time that the post already has.
  const isPublishedNow = changed.has('status') && after.status === 'published' && given.published_at === undefined
  const derived = changed.has('content') || changed.has('is_paid') ? await derivedFields(after) : {}
  const columns = { ...pick(after, changes), ...derived, ...times }
  const post = await rejectTakenExternalId(updatePost(trx, before, columns, isPublishedNow))
  await recordRevision(transaction, before, post, changes)
  transaction.renderLater(before, post)
  if (!transaction.isSilent) {
    const named = [...changes, ...Object.keys(times)]
    await recordEvents(trx, notify, principal.userId, post.updated_at, eventsOf(before, post, named))
  }
  if (before.status === 'published' || post.status === 'published') {
    notify({ about: 'public', subjects: subjectsOfPosts(before, post) }, { hides: showsLess(before, post) })
  }
  if (changed.has('scheduled_for') && post.scheduled_for !== null) {
    await enqueue(trx, 'publish-post', { postId: post.id }, { runAt: post.scheduled_for, key: post.id })
  }
  return post
}

/** The given times that differ from those of the post. */
function newTimes(before: PostRow, { created_at, published_at }: GivenTimes): GivenTimes {
  return {
    ...(created_at !== undefined && created_at.getTime() !== before.created_at.getTime() && { created_at }),
    ...(published_at !== undefined && published_at.getTime() !== before.published_at?.getTime() && { published_at }),
  }
}

/** An image is shown with the current address of the site. A client that sends it back does not change the post. */
function storedUrls(before: PostRow, input: PostInput, media: MediaAddresses): Partial<PostInput> {
  const isSame = (field: 'thumbnail_url' | 'cover_image_url') =>
    typeof input[field] === 'string' && before[field] !== null && input[field] === media.shown(before[field])
  return {
    ...(isSame('thumbnail_url') && { thumbnail_url: before.thumbnail_url }),
    ...(isSame('cover_image_url') && { cover_image_url: before.cover_image_url }),
  }
}

function pick(from: PostState, fields: readonly WrittenField[]): Partial<PostState> {
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}
