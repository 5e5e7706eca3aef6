import { sql } from 'kysely'
import type { Db } from '../platform/db/connection/database.ts'
import { publishedPost } from '../platform/db/readable-post.ts'
import type { Purchase } from './providers/payment-provider.ts'

/** Joins the post `p`, its author `u` and the kept copy `c` to a purchase `b`. Each of them may be gone. */
export const WITH_POST = sql`left join posts p on p.id = b.post_id left join users u on u.id = p.author_id
  left join sold_copies c on c.post_id = b.post_id`

export const PUBLISHED = publishedPost('p', 'u')

/**
 * What a buyer reads if the post is no longer shown: the text that was published last. An author who is leaving is hidden
 * like a suspended one, but what was sold stays readable. What an admin hid and what a suspended author wrote does not.
 */
export const KEPT_TEXT = sql<string | null>`
  case when (${PUBLISHED}) or p.hidden_at is not null
      or (u.suspended_at is not null and u.suspended_at is distinct from u.deletion_requested_at) then null
    when p.status = 'published' then p.content else c.content end`

/** Whether a payment for the purchase gives somebody something to read: its buyer has an account, and the post is readable. */
export async function hasReader(db: Db, { user_id, post_id }: Pick<Purchase, 'user_id' | 'post_id'>): Promise<boolean> {
  if (user_id === null) return false
  const { rows } = await sql<{ readable: boolean }>`
    select (${PUBLISHED}) is true or ${KEPT_TEXT} is not null as readable
    from (select ${post_id}::uuid as post_id) b ${WITH_POST}`.execute(db)
  return rows[0]?.readable ?? false
}
