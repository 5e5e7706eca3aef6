-- Keeps storage_use: the bytes of texts (posts, their revisions, comments) and of images that an account has stored. An account
-- may have several rows, which count together. The limits are those of the process that writes; without them, as for an
-- operator's command, there is none.

-- Never waits: a row that another transaction holds is skipped, and where no row is free a new one is added. The update is a
-- statement of its own, because a row that was changed after the first one began is locked by it, but not visible to it.
create function count_bytes(account uuid, texts bigint, uploads bigint) returns void language plpgsql as $$
declare free_row bigint;
begin
  if texts = 0 and uploads = 0 then return; end if;
  perform set_config('galley.added_bytes',
    (coalesce(nullif(current_setting('galley.added_bytes', true), ''), '0')::bigint + texts + uploads)::text, true);
  select id into free_row from storage_use where user_id = account limit 1 for update skip locked;
  if found then
    update storage_use set texts_bytes = texts_bytes + texts, uploads_bytes = uploads_bytes + uploads where id = free_row;
  else
    -- Not for an account that this transaction deletes.
    insert into storage_use (user_id, texts_bytes, uploads_bytes) select id, texts, uploads from users where id = account;
  end if;
end $$;

-- At the commit, because a change that takes bytes away and adds fewer is always allowed.
create function check_quota() returns trigger language plpgsql as $$
declare
  quotas jsonb := nullif(current_setting('galley.quotas', true), '');
  added bigint := nullif(current_setting('galley.added_bytes', true), '');
  quota bigint;
  used bigint;
begin
  if quotas is null or added <= 0 then return null; end if;
  select quotas ->> plan into quota from users where id = new.user_id;
  select sum(texts_bytes + uploads_bytes) into used from storage_use where user_id = new.user_id;
  if quota > 0 and used > quota then
    raise exception 'over the quota' using errcode = 'QUOTA',
      detail = json_build_object('used_bytes', used - added, 'limit_bytes', quota);
  end if;
  return null;
end $$;

create constraint trigger check_quota after insert or update on storage_use deferrable initially deferred
for each row execute function check_quota();

-- The length of a long text is known without reading it, unless the row is passed as a whole.
create function text_bytes(title text, content text, others text) returns bigint language sql immutable as $$
  select octet_length(title)::bigint + octet_length(content) + octet_length(others)
$$;

create function other_texts(fields jsonb) returns text language sql immutable as $$
  select concat(
    fields->>'subtitle', fields->>'seo_title', fields->>'meta_description', fields->>'thumbnail_url', fields->>'cover_image_url',
    fields->>'canonical_url', (select string_agg(tag, '') from jsonb_array_elements_text(fields->'tags') tag))
$$;

-- A post is deleted with its revisions, which do not know its author by then.
create function count_bytes_of_post() returns trigger language plpgsql as $$
declare
  former bigint := case when tg_op <> 'INSERT' then text_bytes(old.title, old.content, concat(old.subtitle, old.seo_title,
    old.meta_description, old.thumbnail_url, old.cover_image_url, old.canonical_url, array_to_string(old.tags, ''))) else 0 end;
begin
  if tg_op = 'DELETE' then
    perform count_bytes(old.author_id, -former - (
      select coalesce(sum(text_bytes(title, content, other_texts(fields))), 0)::bigint from post_revisions where post_id = old.id), 0);
    return old;
  end if;
  perform count_bytes(new.author_id, text_bytes(new.title, new.content, concat(new.subtitle, new.seo_title, new.meta_description,
    new.thumbnail_url, new.cover_image_url, new.canonical_url, array_to_string(new.tags, ''))) - former, 0);
  return null;
end $$;

create trigger count_bytes_written after insert or update of title, content, subtitle, seo_title, meta_description, thumbnail_url,
  cover_image_url, canonical_url, tags on posts for each row execute function count_bytes_of_post();

create trigger count_bytes_deleted before delete on posts for each row execute function count_bytes_of_post();

create function count_bytes_of_revision() returns trigger language plpgsql as $$
begin
  perform count_bytes(author_id,
    case when tg_op <> 'DELETE' then text_bytes(new.title, new.content, other_texts(new.fields)) else 0 end
    - case when tg_op <> 'INSERT' then text_bytes(old.title, old.content, other_texts(old.fields)) else 0 end, 0)
  from posts where id = coalesce(new.post_id, old.post_id);
  return null;
end $$;

create trigger count_bytes after insert or update of title, content, fields or delete on post_revisions
for each row execute function count_bytes_of_revision();

create function count_bytes_of_comment() returns trigger language plpgsql as $$
begin
  -- The comments of a deleted account pass to another one.
  if tg_op <> 'INSERT' then perform count_bytes(old.user_id, -octet_length(old.content)::bigint, 0); end if;
  if tg_op <> 'DELETE' then perform count_bytes(new.user_id, octet_length(new.content)::bigint, 0); end if;
  return null;
end $$;

create trigger count_bytes after insert or update of user_id, content or delete on comments
for each row execute function count_bytes_of_comment();

create function count_bytes_of_upload() returns trigger language plpgsql as $$
begin
  perform count_bytes(coalesce(new.user_id, old.user_id), 0,
    case when new.deleted_at is null then coalesce(new.file_size, 0) else 0 end::bigint
    - case when old.deleted_at is null then coalesce(old.file_size, 0) else 0 end);
  return null;
end $$;

create trigger count_bytes after insert or update of file_size, deleted_at or delete on uploads
for each row execute function count_bytes_of_upload();
