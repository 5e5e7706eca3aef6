import type { EventName, EventPost } from '@galley/contract/events'
import { newId } from '../core/ids.ts'
import type { Tx } from '../db/database.ts'

export interface PostEvent {
  readonly name: EventName
  readonly post: EventPost
  /** For `post.updated`: the fields whose values differ. */
  readonly changes?: readonly string[]
}

/**
 * Records what happened to a post, in the transaction that makes it happen. The body's bytes are fixed here:
 * every delivery of an event, whenever and however often, sends and signs exactly these.
 */
export async function recordEvents(trx: Tx, authorId: string, at: Date, events: readonly PostEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ name, post, changes }) => {
    const id = newId()
    const eventId = `${name}:${id}`
    const data = changes === undefined ? { post } : { post, changes }
    const body = JSON.stringify({ event: name, event_id: eventId, created_at: at.toISOString(), data })
    return { id, author_id: authorId, post_id: post.id, name, event_id: eventId, body, created_at: at }
  })
  await trx.insertInto('events').values(rows).execute()
}
