-- Counts of an author's posts in several rows, as in `listing_counts`: drafts saved at the same time do not wait for
-- each other.
alter table post_groups
  drop constraint post_groups_pkey, add column id bigint generated always as identity primary key;
-- Without the count, which changes: so an update touches no index.
create index post_groups_author on post_groups (author_id);
alter table post_groups set (fillfactor = 50);
