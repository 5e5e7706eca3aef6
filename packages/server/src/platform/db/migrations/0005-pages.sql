-- The rendered page of a post, made when it is saved. Contains only the free part of a paid post.
create table post_pages (
  post_id uuid primary key references posts on delete cascade,
  -- The renderer's version and a hash of the text: a page that was made of something else is no longer true.
  made_from text not null,
  html text not null,
  toc jsonb not null,
  reading_minutes integer not null,
  language text not null
);

alter table sessions add column user_agent text, add column last_used_at timestamptz(3) not null default now();
-- A session expires 30 days after its last use, give or take an hour.
update sessions set last_used_at = greatest(created_at, expires_at - interval '30 days');

-- An author's statistics are one range of an index, however many posts there are.
alter table engagement_hours add column author_id uuid references users on delete cascade;
update engagement_hours h set author_id = p.author_id from posts p where p.id = h.post_id;
create index engagement_hours_author on engagement_hours (author_id, hour);
