-- Keeps image_uses: which post, comment, profile or series names which image of our own storage. An image is recognised by its path, so
-- that the address of the site does not matter.

create function named_images(texts text[]) returns uuid[] language sql immutable as $$
  select coalesce(array_agg(distinct found[1]::uuid), '{}')
  from (select text from unnest(texts) text where text like '%/posts/%') named, regexp_matches(
    named.text,
    '/posts/[0-9a-f-]{36}/(?:[0-9a-f-]{36}/thumbnail-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[.](?:jpg|png|gif|webp)',
    'g') found
$$;

-- The row of an unused image is locked before its use is recorded. The collection of unused images skips locked rows, and looks
-- for uses after it has locked a row itself; so it never deletes an image whose use is being written.
create function add_image_uses(of_kind text, of_ref uuid, named uuid[]) returns void language plpgsql as $$
declare
  added uuid[];
begin
  select coalesce(array_agg(id), '{}') into added from unnest(named) id
  where not exists (select from image_uses u where u.image_id = id and u.kind = of_kind and u.ref_id = of_ref);
  if added <> '{}' then
    perform from uploads where id = any(added) and unused_since is not null order by id for update;
    update uploads set unused_since = null where id = any(added) and unused_since is not null;
    insert into image_uses select id, of_kind, of_ref from unnest(added) id on conflict do nothing;
  end if;
end $$;

create function set_image_uses(of_kind text, of_ref uuid, texts text[]) returns void language plpgsql as $$
declare
  named uuid[] := named_images(texts);
begin
  perform add_image_uses(of_kind, of_ref, named);
  delete from image_uses u where u.kind = of_kind and u.ref_id = of_ref and u.image_id <> all(named);
end $$;

-- An image that was used stays when an author takes it out of a post. It may be collected after what used it is purged. The time
-- is set even if something else uses it: of two transactions that purge the last two uses, neither sees the other's.
create function purge_image_uses(of_kind text, of_ref uuid) returns void language sql as $$
  with removed as (delete from image_uses u where u.kind = of_kind and u.ref_id = of_ref returning u.image_id)
  update uploads set unused_since = now() where id in (select image_id from removed) and unused_since is null
$$;

create function track_images_of_post() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform purge_image_uses('post', old.id);
  else perform set_image_uses('post', new.id, array[new.content, new.thumbnail_url, new.cover_image_url]);
  end if;
  return null;
end $$;

create trigger images_of_new_post after insert on posts for each row
when (new.content like '%/posts/%' or new.thumbnail_url like '%/posts/%' or new.cover_image_url like '%/posts/%')
execute function track_images_of_post();

create trigger images_of_changed_post after update of content, thumbnail_url, cover_image_url on posts for each row
when ((old.content, old.thumbnail_url, old.cover_image_url) is distinct from (new.content, new.thumbnail_url, new.cover_image_url)
  and (old.content like '%/posts/%' or old.thumbnail_url like '%/posts/%' or old.cover_image_url like '%/posts/%'
    or new.content like '%/posts/%' or new.thumbnail_url like '%/posts/%' or new.cover_image_url like '%/posts/%'))
execute function track_images_of_post();

create trigger images_of_purged_post after delete on posts for each row execute function track_images_of_post();

-- Images of pending changes count as used by the post, so that they still exist when the changes are published.
create function track_images_of_revision() returns trigger language plpgsql as $$
begin
  perform add_image_uses('post', new.post_id,
    named_images(array[new.content, new.fields->>'thumbnail_url', new.fields->>'cover_image_url']));
  return null;
end $$;

create trigger images_of_pending_revision after insert on post_revisions for each row when (new.is_pending)
execute function track_images_of_revision();

create function track_images_of_comment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform purge_image_uses('comment', old.id);
  else perform set_image_uses('comment', new.id, case when new.deleted_at is null then array[new.content] else '{}' end);
  end if;
  return null;
end $$;

create trigger images_of_new_comment after insert on comments for each row when (new.content like '%/posts/%')
execute function track_images_of_comment();

create trigger images_of_changed_comment after update of content, deleted_at or delete on comments for each row
when (old.content like '%/posts/%') execute function track_images_of_comment();

create function track_images_of_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform purge_image_uses('profile', old.id);
  else perform set_image_uses('profile', new.id, array[new.avatar_url]);
  end if;
  return null;
end $$;

create trigger images_of_profile after insert or update of avatar_url on users for each row
execute function track_images_of_profile();

create trigger images_of_purged_profile after delete on users for each row execute function track_images_of_profile();

create function track_images_of_series() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform purge_image_uses('series', old.id);
  else perform set_image_uses('series', new.id, array[new.cover_image_url]);
  end if;
  return null;
end $$;

create trigger images_of_series after insert or update of cover_image_url on series for each row
execute function track_images_of_series();

create trigger images_of_purged_series after delete on series for each row execute function track_images_of_series();
