-- A version that readers saw is never overwritten by a later save.
alter table post_revisions add column is_sealed boolean not null default false;
