-- Keeps listings and listing_counts: which lists a post is in, and how long each list is.

-- The lists that a post can be in: all posts, its author's, its category's, each tag's.
create function post_scopes(author_id uuid, category text, tags text[]) returns text[] language sql immutable as $$
  select array['all', 'author:' || author_id]
    || case when category is null then '{}'::text[] else array['category:' || category] end
    || array(select 'tag:' || tag from unnest(tags) tag order by tag)
$$;

create function post_is_listed(post posts) returns boolean language sql stable as $$
  select post.status = 'published' and post.visibility = 'public' and not post.salon_only and post.hidden_at is null
    and exists (select from users where id = post.author_id and suspended_at is null)
$$;

-- The lists whose lengths are kept: also those of a tag within a category, which are read from the tag's list.
create function counted_scopes(post posts) returns text[] language sql immutable as $$
  select post_scopes(post.author_id, post.category, post.tags)
    || array(select 'category:' || post.category || ' tag:' || tag from unnest(post.tags) tag where post.category is not null)
$$;

-- Adds to the counts of lists. It never waits: rows that another transaction holds are skipped, and where no row is free a new
-- one is added. The update is a statement of its own, because a row that was changed after the first one began is locked by it,
-- but not visible to it.
create function count_listings(scopes text[], step integer) returns void language plpgsql as $$
declare
  ids bigint[];
begin
  ids := array(
    select (select c.id from listing_counts c where c.scope = s limit 1 for update skip locked) from unnest(scopes) s);
  update listing_counts set count = count + step where id = any(ids);
  if array_position(ids, null) is not null then
    insert into listing_counts (scope, count) select s, step from unnest(scopes, ids) as counted(s, id) where id is null;
  end if;
end $$;

create function list_post(post posts) returns void language sql as $$
  insert into listings
  select unnest(post_scopes(post.author_id, post.category, post.tags)), post.id, post.published_at, post.category, post_popularity(post)
$$;

-- Takes a post out of its former lists and puts it into its present ones.
create function relist(before posts, after posts, is_now boolean) returns void language plpgsql as $$
declare
  was boolean;
  old_scopes text[] := '{}';
  new_scopes text[] := '{}';
begin
  delete from listings where post_id = before.id and scope = any(post_scopes(before.author_id, before.category, before.tags));
  was := found;
  if was then
    old_scopes := counted_scopes(before);
    delete from trending
    where scope = any(post_scopes(before.author_id, before.category, before.tags)) and published_at = before.published_at and post_id = before.id;
  end if;
  if is_now then
    new_scopes := counted_scopes(after);
    perform list_post(after);
    if exists (select from engagement_hours where post_id = after.id) then perform place_trending(array[after.id]); end if;
  end if;
  perform count_listings(array(select unnest(old_scopes) except select unnest(new_scopes)), -1);
  perform count_listings(array(select unnest(new_scopes) except select unnest(old_scopes)), 1);
end $$;

create function sync_listing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform relist(old, new, post_is_listed(new));
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform relist(old, old, false);
    return old;
  end if;
  -- A new post is in no list yet, and nobody has read it.
  if post_is_listed(new) then
    perform list_post(new);
    perform count_listings(counted_scopes(new), 1);
  end if;
  return null;
end $$;

create trigger list_new after insert on posts for each row when (new.status = 'published') execute function sync_listing();

create trigger unlist_gone before delete on posts for each row execute function sync_listing();

create trigger list_moved after update on posts for each row
when ((old.status, old.visibility, old.salon_only, old.category, old.tags, old.published_at, old.hidden_at is null)
  is distinct from (new.status, new.visibility, new.salon_only, new.category, new.tags, new.published_at, new.hidden_at is null))
execute function sync_listing();

-- A new post takes its author's row lock before any other. A suspension that is under way does not see the new post yet, so the
-- post waits for it; and those who hold the row lock ask for the counts next, so that the opposite order would deadlock.
create function wait_for_author() returns trigger language plpgsql as $$
begin
  perform from users where id = new.author_id for share;
  return new;
end $$;

create trigger author_first before insert on posts for each row
when (new.status = 'published') execute function wait_for_author();

-- Takes all posts of an author out of the lists. Each count is written once: rows that one transaction writes again and again
-- become slow, and an author may have very many posts.
create function unlist_author(author uuid) returns void language sql as $$
  with places as materialized (
    select id, published_at, unnest(post_scopes(author_id, category, tags)) as scope
    from posts where author_id = author and status <> 'deleted'
  ), untrended as (
    delete from trending t using places p where t.scope = p.scope and t.published_at = p.published_at and t.post_id = p.id
  ), unlisted as (
    delete from listings l using places p where l.scope = p.scope and l.post_id = p.id returning l.post_id, l.scope
  ), counts as (
    select unnest(counted_scopes(p)) as scope, -count(*)::integer as step
    from posts p where p.id in (select post_id from unlisted where scope = 'author:' || author) group by 1
  )
  select count_listings(array_agg(scope), step) from counts group by step
$$;

-- Puts all posts of an author into their lists, when none is in a list.
create function list_author(author uuid) returns void language sql as $$
  with listed as materialized (
    select p as post from posts p where author_id = author and status <> 'deleted' and post_is_listed(p)
  ), places as (
    insert into listings
    select unnest(post_scopes((post).author_id, (post).category, (post).tags)), (post).id, (post).published_at, (post).category,
      post_popularity(post)
    from listed
  ), counts as (
    select unnest(counted_scopes(post)) as scope, count(*)::integer as step from listed group by 1
  )
  select count_listings(array_agg(scope), step) from counts group by step;
  select place_trending(array(
    select id from posts p where author_id = author and status <> 'deleted'
      and exists (select from engagement_hours h where h.post_id = p.id and h.hour > now() - interval '7 days')));
$$;

-- A suspended author's posts leave every list at once, and come back with the author. All are locked, in the order of their ids:
-- one that is being published at this moment is waited for.
create function sync_author_listings() returns trigger language plpgsql as $$
begin
  perform from posts where author_id = new.id and status <> 'deleted' order by id for no key update;
  if new.suspended_at is null then perform list_author(new.id);
  else perform unlist_author(new.id);
  end if;
  return null;
end $$;

create trigger relist_author after update on users for each row
when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function sync_author_listings();
