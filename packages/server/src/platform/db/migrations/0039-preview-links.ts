import { type Kysely, sql } from 'kysely'

/** Links with which others can read a post that is not public. The link itself is signed and not stored. */
export async function previewLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table preview_links (
      id uuid primary key,
      post_id uuid not null references posts on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index preview_links_post on preview_links (post_id, created_at desc, id desc)`.execute(db)
  await sql`create index preview_links_expiry on preview_links (expires_at)`.execute(db)
}
