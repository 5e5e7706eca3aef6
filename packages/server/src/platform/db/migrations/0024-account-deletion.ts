import { type Kysely, sql } from 'kysely'

/** When the owner of an account asked for its deletion. It is purged 14 days later. */
export async function accountDeletion(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column deletion_requested_at timestamptz(3)`.execute(db)
  await sql`
    create index users_deletion_requested on users (deletion_requested_at)
    where deletion_requested_at is not null`.execute(db)
}
