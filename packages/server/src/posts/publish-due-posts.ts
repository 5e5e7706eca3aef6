import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { eventNamed } from './post-events.ts'
import { duePosts, lockDuePost, updatePost } from './post-store.ts'

const BATCH = 200

/**
 * Publishes one post if it is due. Safe for any number of callers: the row lock and the state decide, so an outdated
 * job changes nothing after the post was rescheduled, cancelled or published.
 */
export async function publishIfDue(context: AppContext, postId: string): Promise<boolean> {
  return transact(context, async (trx, notify) => {
    const due = await lockDuePost(trx, postId)
    if (due === undefined) return false
    const post = await updatePost(trx, due, { status: 'published', scheduled_for: null }, true)
    await recordEvents(trx, notify, post.author_id, post.updated_at, [eventNamed('post.published', post)])
    notify({ about: 'post', postId })
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
