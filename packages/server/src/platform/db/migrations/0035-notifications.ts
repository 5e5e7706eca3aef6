import { type Kysely, sql } from 'kysely'

/** What has happened that concerns an account. Posts of followed authors are not copied here: they are read from the lists. */
export async function notifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null,
      actor_id uuid references users on delete cascade,
      post_id uuid references posts on delete cascade,
      comment_id uuid references comments on delete cascade,
      webhook_id uuid references webhooks on delete cascade,
      detail text,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index notifications_user on notifications (user_id, created_at desc)`.execute(db)
  // Following again and again makes one notification.
  await sql`create unique index notifications_follow on notifications (user_id, actor_id) where kind = 'follow'`.execute(
    db,
  )
  for (const column of ['actor_id', 'post_id', 'comment_id', 'webhook_id']) {
    await sql`
      create index ${sql.ref(`notifications_${column}`)} on notifications (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
  await sql`create index notifications_age on notifications (created_at)`.execute(db)
  await sql`alter table users add column notifications_read_at timestamptz(3)`.execute(db)
  await sql`
    create table muted_notifications (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      primary key (user_id, kind)
    )`.execute(db)
}
