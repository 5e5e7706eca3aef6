-- Links with which others can read a post that is not public. The link itself is signed and not stored.
create table preview_links (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index preview_links_post on preview_links (post_id, created_at desc, id desc);
create index preview_links_expiry on preview_links (expires_at);
