-- An order of events in which none appears before another one that was read already (docs/adr/0016), who reads a
-- stream of them, and slugs that are unique for each author: an imported post keeps its own.

-- A constant default rewrites no row: the events so far come first, in the order of their ids.
alter table events add column position xid8 not null default '0';
alter table events alter column position set default pg_current_xact_id();
create index events_author on events (author_id, position, id);
drop index events_post;
create index events_post on events (post_id, position);

create table event_listeners (
  author_id uuid primary key references users on delete cascade,
  until timestamptz(3) not null
);

alter table posts drop constraint posts_slug_key;
create unique index posts_slug on posts (slug, author_id);
