-- What has happened that concerns an account. Posts of followed authors are not copied here: they are read from the
-- lists.
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
);
create index notifications_user on notifications (user_id, created_at desc);
-- Following again and again makes one notification.
create unique index notifications_follow on notifications (user_id, actor_id) where kind = 'follow';
create index notifications_actor_id on notifications (actor_id) where actor_id is not null;
create index notifications_post_id on notifications (post_id) where post_id is not null;
create index notifications_comment_id on notifications (comment_id) where comment_id is not null;
create index notifications_webhook_id on notifications (webhook_id) where webhook_id is not null;
create index notifications_age on notifications (created_at);
alter table users add column notifications_read_at timestamptz(3);
create table muted_notifications (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);
