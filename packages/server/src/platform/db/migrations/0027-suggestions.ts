import { type Kysely, sql } from 'kysely'

/** Beginnings of tags and names. With the collation C an index serves them in a cluster of any locale. */
export async function suggestions(db: Kysely<unknown>): Promise<void> {
  await sql`create index listing_counts_tags on listing_counts (scope collate "C") where scope like 'tag:%'`.execute(db)
  await sql`create index users_username_prefix on users (username collate "C")`.execute(db)
  await sql`create index users_display_name_prefix on users (display_name collate "C")`.execute(db)
}
