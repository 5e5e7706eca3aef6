import { type Kysely, sql } from 'kysely'

/** A version that readers saw is never overwritten by a later save. */
export async function sealedRevisions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_revisions add column is_sealed boolean not null default false`.execute(db)
}
