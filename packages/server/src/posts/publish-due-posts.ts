import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { eventNamed } from './post-events.ts'
import { duePosts, lockDuePost, updatePost } from './post-store.ts'

const BATCH = 200

/**
 * Publishes one post if its time has come. Safe from any number of callers: the row's lock and its state decide,
 * so an old job finds nothing to do once the post was rescheduled, cancelled or published.
 */
export async function publishIfDue(context: AppContext, postId: string): Promise<boolean> {
  return transact(context, async (trx, notify) => {
    const due = await lockDuePost(trx, postId)
    if (due === undefined) return false
    const post = await updatePost(trx, postId, { status: 'published', scheduled_for: null }, true)
    await recordEvents(trx, notify, post.author_id, post.updated_at, [eventNamed('post.published', post)])
    notify({ about: 'post', postId })
    return true
  })
}

/** The guarantee behind the on-time jobs: whatever is due gets published, after any downtime. */
export async function publishDuePosts(context: AppContext): Promise<number> {
  let published = 0
  for (;;) {
    const due = await duePosts(context.db, BATCH)
    const results = []
    for (const id of due) results.push(await publishIfDue(context, id))
    const count = results.filter(Boolean).length
    published += count
    // What nobody here could publish is in somebody else's hands.
    if (due.length < BATCH || count === 0) return published
  }
}
