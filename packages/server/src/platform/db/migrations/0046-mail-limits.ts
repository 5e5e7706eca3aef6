import { type Kysely, sql } from 'kysely'

/** Refusals of addresses that are not certain yet, mails counted by their recipients, and links that no mail has sent. */
export async function mailLimits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table undeliverable_addresses add column is_certain boolean not null default true`.execute(db)
  await sql`create index mails_recipient on mails (lower(address), created_at)`.execute(db)
  await sql`drop index mails_address`.execute(db)
  await sql`alter table account_links alter column email drop not null`.execute(db)
}
