-- Earlier versions of posts, and changes of public posts that readers do not see yet.
create table post_revisions (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  is_pending boolean not null default false,
  client_name text,
  title text not null,
  content text not null,
  content_sha256 text not null,
  fields jsonb not null,
  created_at timestamptz(3) not null default now(),
  saved_at timestamptz(3) not null default now()
);
create index post_revisions_post on post_revisions (post_id, is_pending desc, created_at desc, id desc);
create unique index post_revisions_pending on post_revisions (post_id) where is_pending;
