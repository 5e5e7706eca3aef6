-- Deleted posts can be listed and restored for a while, and an author's scheduled posts can be listed by their times.

-- A separate column: with `updated_at` in an index, each save of a draft would have to update every index of the
-- table.
alter table posts add column deleted_at timestamptz(3);
-- A post does not change after its deletion.
update posts set deleted_at = updated_at where status = 'deleted';
create index posts_trash on posts (author_id, deleted_at) where status = 'deleted';
create index posts_scheduled on posts (author_id, scheduled_for) where status = 'scheduled';
