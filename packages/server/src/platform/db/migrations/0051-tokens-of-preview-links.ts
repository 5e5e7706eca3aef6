import { type Kysely, sql } from 'kysely'

/** A preview link ends with the token that made it. */
export async function tokensOfPreviewLinks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table preview_links add column token_id uuid references api_tokens on delete cascade`.execute(db)
  await sql`create index preview_links_token on preview_links (token_id) where token_id is not null`.execute(db)
}
