-- Series: posts in an order of their author.
create table series (
  id uuid primary key,
  author_id uuid not null references users on delete cascade,
  slug text not null,
  title text not null,
  description text,
  cover_image_url text,
  status text not null default 'ongoing' check (status in ('ongoing', 'complete')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index series_slug on series (slug, author_id);
create index series_author on series (author_id, created_at desc, id desc);
alter table posts add column series_id uuid references series on delete set null,
  add column series_position integer;
create index posts_series on posts (series_id, series_position) where series_id is not null;
