-- Posts and comments can be hidden, readers can report them, and each action of a moderator is recorded.
alter table posts add column hidden_at timestamptz(3), add column hidden_reason text;
create index posts_hidden on posts (hidden_at desc, id) where hidden_at is not null;
alter table comments add column hidden_at timestamptz(3), add column hidden_reason text;
create index comments_hidden on comments (hidden_at desc, id) where hidden_at is not null;
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
);
create unique index reports_once on reports (reporter_id, coalesce(post_id, comment_id, user_id))
  where resolved_at is null;
create index reports_open on reports (created_at desc, id) where resolved_at is null;
create index reports_created on reports (created_at desc, id);
create index reports_post_id on reports (post_id) where post_id is not null;
create index reports_comment_id on reports (comment_id) where comment_id is not null;
create index reports_user_id on reports (user_id) where user_id is not null;
create index reports_resolved_by on reports (resolved_by) where resolved_by is not null;
-- No reference to the target: the record stays when a post or an account is purged, and names nobody then.
create table audit_log (
  id uuid primary key,
  actor_id uuid references users on delete set null,
  via text not null,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  reason text,
  created_at timestamptz(3) not null default now()
);
create index audit_created on audit_log (created_at desc, id desc);
create index audit_target on audit_log (target_id, created_at desc);
create index audit_actor on audit_log (actor_id) where actor_id is not null;
