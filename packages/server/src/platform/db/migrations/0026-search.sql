-- The texts of posts as they are searched. The terms of a text (words, pairs of Japanese characters) are numbers in
-- an array with a GIN index, so that no extension and no locale of the cluster is needed. A queue names the posts
-- whose texts have changed; a background process indexes them, because that takes longer than writing a post.

-- No foreign key: its check would wait for an author who is changing the post. A trigger deletes the rows of a post.
create table search_documents (
  post_id uuid not null,
  -- 'free' is what everybody may read once the post is listed; 'whole' exists for paid posts, for their authors.
  part text not null check (part in ('free', 'whole')),
  -- Of the content that the row was made from: after a change of the post it must not be found by the old text.
  content_sha256 bytea not null,
  is_paid boolean not null,
  headings text not null,
  body text not null,
  terms integer[] not null,
  primary key (post_id, part)
);
-- Numbers cannot be compressed, and statistics about them would cost more than they tell.
alter table search_documents alter column terms set storage external, alter column terms set statistics 0;
-- New terms wait in a list that every search has to read, so it is kept short.
create index search_documents_terms on search_documents using gin (terms) with (gin_pending_list_limit = 1024);
create table search_queue (
  id bigint generated always as identity primary key,
  post_id uuid not null
);

-- How far all posts have been indexed; one row. Posts that exist now are indexed by a task.
create table search_index (
  one boolean primary key default true check (one),
  version integer not null default 0,
  cursor uuid not null default '00000000-0000-0000-0000-000000000000',
  indexed integer not null default 0,
  finished_at timestamptz(3)
);
insert into search_index default values;
