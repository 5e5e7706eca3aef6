import { type Kysely, sql } from 'kysely'

export async function pages(db: Kysely<unknown>): Promise<void> {
  await postPages(db)
  await sessionUse(db)
  await authorHours(db)
}

/** The rendered page of a post, made when it is saved. Contains only the free part of a paid post. */
async function postPages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table post_pages (
      post_id uuid primary key references posts on delete cascade,
      -- The renderer's version and a hash of the text: a page that was made of something else is no longer true.
      made_from text not null,
      html text not null,
      toc jsonb not null,
      reading_minutes integer not null,
      language text not null
    )`.execute(db)
}

async function sessionUse(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column user_agent text, add column last_used_at timestamptz(3) not null default now()`.execute(
    db,
  )
  // A session expires 30 days after its last use, give or take an hour.
  await sql`update sessions set last_used_at = greatest(created_at, expires_at - interval '30 days')`.execute(db)
}

/** An author's statistics are one range of an index, however many posts there are. */
async function authorHours(db: Kysely<unknown>): Promise<void> {
  await sql`alter table engagement_hours add column author_id uuid references users on delete cascade`.execute(db)
  await sql`update engagement_hours h set author_id = p.author_id from posts p where p.id = h.post_id`.execute(db)
  await sql`create index engagement_hours_author on engagement_hours (author_id, hour)`.execute(db)
}
