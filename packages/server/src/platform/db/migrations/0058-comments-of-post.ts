import { type Kysely, sql } from 'kysely'

/**
 * The index has deleted comments too. Without them it could not be used when a post is deleted: for each post, all comments
 * of the site were read.
 */
export async function commentsOfPost(db: Kysely<unknown>): Promise<void> {
  await sql`drop index comments_post`.execute(db)
  await sql`create index comments_post on comments (post_id, created_at desc, id desc)`.execute(db)
}
