-- Notifications about tokens that expire soon, and about moderation with its reason.
alter table notifications
  add column token_id uuid references api_tokens on delete cascade,
  add column reason text;
create index notifications_token_id on notifications (token_id) where token_id is not null;
-- The owner is told once.
alter table api_tokens add column expiry_notified_at timestamptz(3);
create index api_tokens_expiring on api_tokens (expires_at)
  where revoked_at is null and expiry_notified_at is null and oauth_client_id is null;
