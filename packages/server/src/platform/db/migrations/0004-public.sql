alter table posts
  add column save_count integer not null default 0, add column resonated_count integer not null default 0;
alter table users add column follower_count integer not null default 0;
create table likes (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);
create table saves (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);
create table resonances (
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (post_id, user_id)
);
create table comments (
  id uuid primary key,
  post_id uuid not null references posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  content text not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index comments_post on comments (post_id, created_at desc, id desc) where deleted_at is null;
create table follows (
  followee_id uuid not null references users on delete cascade,
  follower_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (followee_id, follower_id),
  check (followee_id <> follower_id)
);

-- The engagement of a post in one hour, so that rankings can cover the last 7 days.
create table engagement_hours (
  post_id uuid not null references posts on delete cascade,
  hour timestamptz(0) not null,
  views integer not null default 0,
  likes integer not null default 0,
  comments integer not null default 0,
  saves integer not null default 0,
  resonances integer not null default 0,
  primary key (post_id, hour)
);
create index engagement_hours_hour on engagement_hours (hour);

-- One row for each list that a post is in: all, its author's, its category's, each of its tags'. Every list and every
-- order is then one range of one index. Maintained by triggers, in the transaction that changes the post.
create table listings (
  scope text not null,
  post_id uuid not null references posts on delete cascade,
  published_at timestamptz(3) not null,
  category text,
  popularity integer not null,
  primary key (scope, post_id)
);
create index listings_latest on listings (scope, published_at desc, post_id desc) include (category);
create index listings_popular on listings (scope, popularity desc, published_at desc, post_id desc) include (category);

-- The beginning of each trending list: the few posts with recent engagement. All others follow by publication, so a
-- refresh rewrites only this small table.
create table trending (
  scope text not null,
  published_at timestamptz(3) not null,
  post_id uuid not null,
  category text,
  -- log2 of the decayed engagement, in days: grows with new engagement and needs no rewriting as time passes.
  score float8 not null,
  primary key (scope, published_at, post_id)
);
create index trending_best on trending (scope, score desc, published_at desc, post_id desc) include (category);

-- The length of each list. In 16 parts, so that concurrent publications do not wait for one row.
create table listing_counts (
  scope text not null,
  part smallint not null,
  count integer not null,
  primary key (scope, part)
);

create table rankings (
  type text primary key,
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  -- [{ "post_id": …, "score": … }, …], best first: a ranking is replaced as a whole.
  entries jsonb not null,
  refreshed_at timestamptz(3) not null
);
