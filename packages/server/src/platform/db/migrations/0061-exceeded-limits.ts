import { type Kysely, sql } from 'kysely'

/** Why a page is plain text: the limit of rendering that its text exceeds. */
export async function exceededLimits(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_pages add column exceeded_limit text`.execute(db)
  await sql`alter table whole_pages add column exceeded_limit text`.execute(db)
}
