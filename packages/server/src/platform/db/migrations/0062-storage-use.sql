-- How many bytes of texts and images an account has stored; kept by triggers from now on (functions/storage-use.sql).
create table storage_use (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  texts_bytes bigint not null,
  uploads_bytes bigint not null
);
-- A change by an earlier release, until the triggers exist, would not be counted.
lock table posts, post_revisions, comments, uploads in share row exclusive mode;
insert into storage_use (user_id, texts_bytes, uploads_bytes)
select user_id, sum(texts), sum(uploads) from (
  select author_id as user_id, octet_length(title) + octet_length(content) + octet_length(concat(
    subtitle, seo_title, meta_description, thumbnail_url, cover_image_url, canonical_url, array_to_string(tags, '')))::bigint
    as texts, 0 as uploads from posts
  union all
  select p.author_id, octet_length(r.title) + octet_length(r.content) + octet_length(concat(
    r.fields->>'subtitle', r.fields->>'seo_title', r.fields->>'meta_description', r.fields->>'thumbnail_url',
    r.fields->>'cover_image_url', r.fields->>'canonical_url',
    (select string_agg(tag, '') from jsonb_array_elements_text(r.fields->'tags') tag))), 0
  from post_revisions r join posts p on p.id = r.post_id
  union all
  select user_id, octet_length(content), 0 from comments
  union all
  select user_id, 0, file_size from uploads where deleted_at is null
) stored group by user_id;
create index storage_use_user on storage_use (user_id);
