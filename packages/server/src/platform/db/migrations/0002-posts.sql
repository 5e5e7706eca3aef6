create table posts (
  id uuid primary key,
  author_id uuid not null references users,
  slug text not null unique,
  title text not null,
  content text not null,
  excerpt text not null,
  status text not null check (status in ('draft', 'scheduled', 'published', 'archived', 'deleted')),
  scheduled_for timestamptz(3),
  post_type text not null check (post_type in ('article', 'short', 'series_entry')),
  visibility text not null check (visibility in ('public', 'unlisted')),
  category text,
  tags text[] not null,
  subtitle text,
  is_paid boolean not null,
  price_jpy integer,
  free_preview_length integer,
  salon_id uuid references salons,
  salon_only boolean not null,
  thumbnail_url text,
  cover_image_url text,
  seo_title text,
  meta_description text,
  external_id text,
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version integer not null default 1,
  view_count integer not null default 0,
  like_count integer not null default 0,
  comment_count integer not null default 0,
  -- A salon or none, as one value that an index can compare.
  salon_key uuid not null generated always as (coalesce(salon_id, '00000000-0000-0000-0000-000000000000')) stored,
  check ((status = 'scheduled') = (scheduled_for is not null) or status = 'deleted'),
  check (status <> 'published' or published_at is not null),
  check (not is_paid or price_jpy >= 100),
  check (not salon_only or salon_id is not null)
);
create unique index posts_external_id on posts (author_id, external_id) where status <> 'deleted';
create index posts_due on posts (scheduled_for) where status = 'scheduled';
-- An author's list is a merge of its groups: each filter selects groups, and each group is one range of this index.
create index posts_groups on posts (author_id, status, post_type, visibility, is_paid, salon_key, created_at desc, id desc)
  where status <> 'deleted';

-- How many posts an author has in each group; maintained by triggers, so that it is right after any change.
create table post_groups (
  author_id uuid not null references users on delete cascade,
  status text not null,
  post_type text not null,
  visibility text not null,
  is_paid boolean not null,
  salon_key uuid not null,
  count integer not null,
  primary key (author_id, status, post_type, visibility, is_paid, salon_key)
);

create table events (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  post_id uuid not null,
  name text not null,
  event_id text not null unique,
  body text not null,
  created_at timestamptz(3) not null default now()
);
create index events_post on events (post_id, id);

-- At most one row.
create table secret_key_proof (one boolean primary key default true check (one), sealed bytea not null);
