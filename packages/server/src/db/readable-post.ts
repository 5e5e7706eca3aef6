import { type RawBuilder, sql } from 'kysely'

/**
 * Whether everybody may read a post, unlisted ones included. All queries for readers use this condition; the lists of
 * public posts have the same one in `post_is_listed`. Takes the aliases of the tables `posts` and `users` in the query.
 */
export const readablePost = (post: string, author: string): RawBuilder<boolean> =>
  sql.raw(
    `${post}.status = 'published' and not ${post}.salon_only and ${post}.hidden_at is null and ${author}.suspended_at is null`,
  )
