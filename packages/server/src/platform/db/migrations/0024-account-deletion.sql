-- When the owner of an account asked for its deletion. It is purged 14 days later.
alter table users add column deletion_requested_at timestamptz(3);
create index users_deletion_requested on users (deletion_requested_at) where deletion_requested_at is not null;
