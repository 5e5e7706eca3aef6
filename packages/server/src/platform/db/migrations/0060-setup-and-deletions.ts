import { type Kysely, sql } from 'kysely'

export async function setupAndDeletions(db: Kysely<unknown>): Promise<void> {
  // The set-up is open as long as there is no admin.
  await sql`alter table site_setup drop column done_at`.execute(db)
  // A log-in does not undo the deletion of an account by an operator.
  await sql`alter table users add column deleted_by_operator boolean not null default false`.execute(db)
}
