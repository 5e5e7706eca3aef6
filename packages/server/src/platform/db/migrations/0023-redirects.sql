-- Old paths that lead to posts. A path leads to one post of the whole site.
create table redirects (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  path text collate "C" not null unique,
  post_id uuid not null references posts on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index redirects_user on redirects (user_id, path);
create index redirects_post on redirects (post_id);
