import { type RawBuilder, sql } from 'kysely'

const published = (post: string, author: string): string =>
  `${post}.status = 'published' and ${post}.hidden_at is null and ${author}.suspended_at is null`

/** Whether somebody may read a post: everybody, or the members of a salon and those who have bought it. */
export const publishedPost = (post: string, author: string): RawBuilder<boolean> => sql.raw(published(post, author))

/**
 * Whether everybody may read a post, unlisted ones included. All queries for readers use this condition; the lists of
 * public posts have the same one in `post_is_listed`. Takes the aliases of the tables `posts` and `users` in the query.
 */
export const readablePost = (post: string, author: string): RawBuilder<boolean> =>
  sql.raw(`${published(post, author)} and not ${post}.salon_only`)
