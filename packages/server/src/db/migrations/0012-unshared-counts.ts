import { type Kysely, sql } from 'kysely'

/**
 * A list has as many rows of counts as were ever needed at the same time: a writer takes any row that nobody holds, or adds
 * one. So authors who publish at the same time never wait for each other.
 */
export async function unsharedCounts(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listing_counts
      drop constraint listing_counts_pkey, drop column part, add column id bigint generated always as identity primary key`.execute(
    db,
  )
  // Without the count, which changes: so an update touches no index, and its old row goes when the page is next read.
  await sql`create index listing_counts_scope on listing_counts (scope)`.execute(db)
  await sql`alter table listing_counts set (fillfactor = 50)`.execute(db)
  // A trigger removes a post's rows before the post goes. The check would cost a look at the post for each of its lists.
  await sql`alter table listings drop constraint listings_post_id_fkey`.execute(db)
}
