import { type Kysely, sql } from 'kysely'

/** Every event had to be added to an index that no query uses, and every post to one that few need. */
export async function fewerIndexes(db: Kysely<unknown>): Promise<void> {
  // An event id contains the row's id, so it is unique without an index of its own.
  await sql`alter table events drop constraint events_event_id_key`.execute(db)
  // Most posts have no external id.
  await sql`drop index posts_external_id`.execute(db)
  await sql`
    create unique index posts_external_id on posts (author_id, external_id)
    where status <> 'deleted' and external_id is not null`.execute(db)
}
