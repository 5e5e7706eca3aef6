import { type Kysely, sql } from 'kysely'

/** Deleted posts can be listed and restored for a while, and an author's scheduled posts can be listed by their times. */
export async function trash(db: Kysely<unknown>): Promise<void> {
  // A separate column: with `updated_at` in an index, each save of a draft would have to update every index of the
  // table.
  await sql`alter table posts add column deleted_at timestamptz(3)`.execute(db)
  // A post does not change after its deletion.
  await sql`update posts set deleted_at = updated_at where status = 'deleted'`.execute(db)
  await sql`create index posts_trash on posts (author_id, deleted_at) where status = 'deleted'`.execute(db)
  await sql`create index posts_scheduled on posts (author_id, scheduled_for) where status = 'scheduled'`.execute(db)
}
