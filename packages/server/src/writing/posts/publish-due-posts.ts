import { addNotification } from '../../delivery/notifications/add-notification.ts'
import { eventNamed, eventsOf } from '../../delivery/webhooks/post-events.ts'
import { recordEvents } from '../../delivery/webhooks/record-events.ts'
import { subjectsOfPosts } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { transact } from '../../platform/db/transact.ts'
import { mayPostIn } from '../salons/salon-store.ts'
import { duePosts, lockDuePost, updatePost } from './post-store.ts'

const BATCH = 200

/**
 * Publishes one post if it is due. Safe for any number of callers: the row lock and the state decide, so an outdated
 * job changes nothing after the post was rescheduled, cancelled or published. An author who has lost the role in the salon
 * of the post is told so, and the post becomes a draft.
 */
export async function publishIfDue(context: AppContext, postId: string): Promise<boolean> {
  return transact(context, async (trx, notify) => {
    const due = await lockDuePost(trx, postId)
    if (due === undefined) return false
    const mayPublish = due.salon_id === null || (await mayPostIn(trx, due.salon_id, due.author_id))
    const status = mayPublish ? 'published' : 'draft'
    const post = await updatePost(trx, due, { status, scheduled_for: null }, mayPublish)
    const events = mayPublish ? [eventNamed('post.published', post)] : eventsOf(due, post, ['status', 'scheduled_for'])
    await recordEvents(trx, notify, post.author_id, post.updated_at, events)
    if (mayPublish) notify({ about: 'public', subjects: subjectsOfPosts(post) })
    else {
      const notification = { kind: 'moderation', user_id: post.author_id, post_id: postId } as const
      await addNotification(trx, { ...notification, detail: 'post_not_published' })
    }
    return true
  })
}

/** Publishes everything that is due, after any downtime, even if a job was lost. */
export async function publishDuePosts(context: AppContext): Promise<number> {
  let published = 0
  for (;;) {
    const due = await duePosts(context.db, BATCH)
    const results = []
    for (const id of due) results.push(await publishIfDue(context, id))
    const count = results.filter(Boolean).length
    published += count
    // The remaining ones are locked by another process.
    if (due.length < BATCH || count === 0) return published
  }
}
