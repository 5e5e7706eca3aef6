import type { EventName } from '@galley/contract/delivery/events'
import type { EventPost } from '@galley/contract/schemas/delivery/events'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import type { PostEvent } from './record-events.ts'

type PostRow = Selectable<Tables['posts']>

type Before = Pick<PostRow, 'status'> | null
/** The columns that an event shows. */
export type EventRow = Pick<PostRow, keyof EventPost>

/** The events of a change: one for the change, and one for being published or unpublished. */
export function eventsOf(before: Before, after: EventRow, changes: readonly string[]): PostEvent[] {
  const post = eventPost(after)
  const was = before?.status === 'published'
  const is = after.status === 'published'
  const events: PostEvent[] = [
    before === null ? { name: 'post.created', post } : { name: 'post.updated', post, changes },
  ]
  if (is && !was) events.push({ name: 'post.published', post })
  if (was && !is) events.push({ name: 'post.unpublished', post })
  return events
}

export const eventNamed = (name: EventName, post: EventRow): PostEvent => ({ name, post: eventPost(post) })

/** Nine fields, without the content. */
function eventPost(post: EventRow): EventPost {
  if (post.status === 'deleted') throw new Error('an event must contain the post before its deletion')
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    status: post.status,
    post_type: post.post_type,
    visibility: post.visibility,
    is_paid: post.is_paid,
    published_at: post.published_at?.toISOString() ?? null,
    created_at: post.created_at.toISOString(),
  }
}
