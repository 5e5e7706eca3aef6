import { type Kysely, sql } from 'kysely'

/** Posts and comments can be hidden, readers can report them, and each action of a moderator is recorded. */
export async function moderation(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'comments']) {
    await sql`
      alter table ${sql.table(table)} add column hidden_at timestamptz(3), add column hidden_reason text`.execute(db)
    await sql`
      create index ${sql.ref(`${table}_hidden`)} on ${sql.table(table)} (hidden_at desc, id)
      where hidden_at is not null`.execute(db)
  }
  await sql`
    create table reports (
      id uuid primary key,
      reporter_id uuid not null references users on delete cascade,
      post_id uuid references posts on delete cascade,
      comment_id uuid references comments on delete cascade,
      user_id uuid references users on delete cascade,
      reason text not null,
      note text,
      created_at timestamptz(3) not null default now(),
      resolved_at timestamptz(3),
      resolved_by uuid references users on delete set null,
      outcome text,
      check (num_nonnulls(post_id, comment_id, user_id) = 1)
    )`.execute(db)
  await sql`
    create unique index reports_once on reports (reporter_id, coalesce(post_id, comment_id, user_id))
    where resolved_at is null`.execute(db)
  await sql`create index reports_open on reports (created_at desc, id) where resolved_at is null`.execute(db)
  await sql`create index reports_created on reports (created_at desc, id)`.execute(db)
  for (const column of ['post_id', 'comment_id', 'user_id', 'resolved_by']) {
    await sql`
      create index ${sql.ref(`reports_${column}`)} on reports (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db)
  }
  // No reference to the target: the record stays when a post or an account is purged, and names nobody then.
  await sql`
    create table audit_log (
      id uuid primary key,
      actor_id uuid references users on delete set null,
      via text not null,
      action text not null,
      target_type text not null,
      target_id uuid not null,
      reason text,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index audit_created on audit_log (created_at desc, id desc)`.execute(db)
  await sql`create index audit_target on audit_log (target_id, created_at desc)`.execute(db)
  await sql`create index audit_actor on audit_log (actor_id) where actor_id is not null`.execute(db)
}
