import { type Kysely, sql } from 'kysely'

/** Notifications about tokens that expire soon, and about moderation with its reason. */
export async function moreNotifications(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      add column token_id uuid references api_tokens on delete cascade,
      add column reason text`.execute(db)
  await sql`create index notifications_token_id on notifications (token_id) where token_id is not null`.execute(db)
  // The owner is told once.
  await sql`alter table api_tokens add column expiry_notified_at timestamptz(3)`.execute(db)
  await sql`
    create index api_tokens_expiring on api_tokens (expires_at)
    where revoked_at is null and expiry_notified_at is null and oauth_client_id is null`.execute(db)
}
