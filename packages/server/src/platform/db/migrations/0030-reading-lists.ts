import { type Kysely, sql } from 'kysely'

/** The lists of a reader: what they saved and liked, and whom they follow, latest first. */
export async function readingLists(db: Kysely<unknown>): Promise<void> {
  await sql`create index likes_user on likes (user_id, created_at desc, post_id)`.execute(db)
  await sql`create index saves_user on saves (user_id, created_at desc, post_id)`.execute(db)
  await sql`create index follows_follower on follows (follower_id, created_at desc, followee_id)`.execute(db)
}
