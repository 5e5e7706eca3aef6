-- The functions and triggers as the migrations 0001 to 0009 once created them.

create function count_post(post posts, step integer) returns void language sql as $$
  insert into post_groups
  select post.author_id, post.status, post.post_type, post.visibility, post.is_paid, post.salon_key, step
  where post.status <> 'deleted'
  on conflict (author_id, status, post_type, visibility, is_paid, salon_key)
  do update set count = post_groups.count + excluded.count
$$;

create function count_posts() returns trigger language plpgsql as $$
begin
  -- Always the lesser group first: two posts that change places must not wait for each other.
  if tg_op = 'UPDATE' and (new.status, new.post_type, new.visibility, new.is_paid, new.salon_key)
      < (old.status, old.post_type, old.visibility, old.is_paid, old.salon_key) then
    perform count_post(new, 1);
    perform count_post(old, -1);
    return null;
  end if;
  if tg_op <> 'INSERT' then perform count_post(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_post(new, 1); end if;
  return null;
end $$;

create trigger count_new after insert or delete on posts for each row execute function count_posts();

create trigger count_moved after update on posts for each row
when ((old.author_id, old.status, old.post_type, old.visibility, old.is_paid, old.salon_key)
  is distinct from (new.author_id, new.status, new.post_type, new.visibility, new.is_paid, new.salon_key))
execute function count_posts();

create function post_scopes(author_id uuid, category text, tags text[]) returns text[] language sql immutable as $$
  select array['all', 'author:' || author_id]
    || case when category is null then '{}'::text[] else array['category:' || category] end
    || array(select 'tag:' || tag from unnest(tags) tag order by tag)
$$;

create function post_popularity(post posts) returns integer language sql immutable as $$
  select post.view_count + 5 * post.like_count + 8 * post.comment_count + 10 * post.save_count + 10 * post.resonated_count
$$;

create function hour_engagement(hours engagement_hours) returns integer language sql immutable as $$
  select hours.views + 5 * hours.likes + 8 * hours.comments + 10 * hours.saves + 10 * hours.resonances
$$;

create function post_trending(id uuid) returns float8 language sql stable as $$
  select coalesce(ln(nullif(greatest(sum(hour_engagement(h) * power(2, -extract(epoch from now() - h.hour)::float8 / 86400)), 0), 0)) / ln(2::float8)
    + extract(epoch from now())::float8 / 86400, 0)
  from engagement_hours h where h.post_id = id and h.hour > now() - interval '7 days'
$$;

create function post_is_listed(post posts) returns boolean language sql stable as $$
  select post.status = 'published' and post.visibility = 'public' and not post.salon_only
    and exists (select from users where id = post.author_id and suspended_at is null)
$$;

create function counted_scopes(post posts) returns setof text language sql immutable as $$
  select unnest(post_scopes(post.author_id, post.category, post.tags))
  union all
  select 'category:' || post.category || ' tag:' || tag from unnest(post.tags) tag where post.category is not null
$$;

create function count_listings(before posts, was boolean, after posts, is_now boolean) returns void language sql as $$
  insert into listing_counts
  select scope, pg_backend_pid() % 16, sum(step) from (
    select counted_scopes(before) as scope, -1 as step where was
    union all
    select counted_scopes(after), 1 where is_now
  ) steps group by scope having sum(step) <> 0 order by scope
  on conflict (scope, part) do update set count = listing_counts.count + excluded.count
$$;

create function place_trending(ids uuid[]) returns void language sql as $$
  with scored as materialized (
    select p.id, p.published_at, p.category, post_scopes(p.author_id, p.category, p.tags) as scopes, post_trending(p.id) as score
    from posts p where p.id = any(ids) and post_is_listed(p)
  ), places as (
    select unnest(scopes) as scope, published_at, id, category, score from scored
  ), cooled as (
    delete from trending t using places s
    where s.score = 0 and t.scope = s.scope and t.published_at = s.published_at and t.post_id = s.id
  )
  insert into trending select scope, published_at, id, category, score from places where score <> 0
  -- Rounding alone moves nobody.
  on conflict (scope, published_at, post_id) do update set score = excluded.score where abs(trending.score - excluded.score) > 1e-6
$$;

create function relist(before posts, after posts, is_now boolean) returns void language plpgsql as $$
declare was boolean;
begin
  delete from listings where post_id = before.id and scope = any(post_scopes(before.author_id, before.category, before.tags));
  was := found;
  delete from trending
  where scope = any(post_scopes(before.author_id, before.category, before.tags)) and published_at = before.published_at and post_id = before.id;
  if is_now then
    insert into listings
    select unnest(post_scopes(after.author_id, after.category, after.tags)), after.id, after.published_at, after.category, post_popularity(after);
    perform place_trending(array[after.id]);
  end if;
  perform count_listings(before, was, after, is_now);
end $$;

create function sync_listing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform relist(old, old, false);
    return old;
  end if;
  -- Nobody sees a new post yet, so a suspension under way could not take it along: it has to be waited for.
  if tg_op = 'INSERT' then perform from users where id = new.author_id for share; end if;
  perform relist(case when tg_op = 'UPDATE' then old else new end, new, post_is_listed(new));
  return null;
end $$;

create trigger list_new after insert on posts for each row when (new.status = 'published') execute function sync_listing();

create trigger unlist_gone before delete on posts for each row execute function sync_listing();

create trigger list_moved after update on posts for each row
when ((old.status, old.visibility, old.salon_only, old.category, old.tags, old.published_at)
  is distinct from (new.status, new.visibility, new.salon_only, new.category, new.tags, new.published_at))
execute function sync_listing();

create function sync_author_listings() returns trigger language plpgsql as $$
declare post posts;
begin
  for post in select * from posts where author_id = new.id and status <> 'deleted' order by id for no key update loop
    perform relist(post, post, post_is_listed(post));
  end loop;
  return null;
end $$;

create trigger relist_author after update on users for each row
when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function sync_author_listings();

create function wait_for_author() returns trigger language plpgsql as $$
begin
  -- Nobody sees a new post yet, so a suspension under way could not take it along: it has to be waited for.
  perform from users where id = new.author_id for share;
  return new;
end $$;

create trigger author_first before insert on posts for each row
when (new.status = 'published') execute function wait_for_author();

create or replace function sync_listing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform relist(old, old, false);
    return old;
  end if;
  perform relist(case when tg_op = 'UPDATE' then old else new end, new, post_is_listed(new));
  return null;
end $$;

create function claim_deliveries(hooks uuid[], node uuid, lease interval, most_each integer, busy uuid[])
returns table (
  id uuid, webhook_id uuid, event text, event_id text, attempt_count integer, attempts_before integer,
  body text, url text, epoch integer, secret bytea, previous_secret bytea, waited_ms float8)
language plpgsql as $$
#variable_conflict use_column
begin
  -- A lease that a crash takes back is taken again: it need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- Taken when nobody has it, made longer when 10 seconds of it have passed; most claims write nothing at all.
  update webhooks set lease_token = node, lease_until = now() + lease
  where id in (
    select w.id from webhooks w
    where w.id = any(hooks) and w.status = 'active'
      and (w.lease_until is null or w.lease_until < now() or w.lease_token = node and w.lease_until < now() + lease - interval '10 seconds')
    for no key update skip locked);
  return query
  select d.id, w.id, d.event, d.event_id, d.attempt_count, d.attempts_before, e.body, w.url, w.epoch, w.secret,
    case when w.previous_secret_expires_at > now() then w.previous_secret end,
    (1000 * extract(epoch from now() - d.created_at))::float8
  from webhooks w
  cross join lateral (
    select * from deliveries d
    where d.webhook_id = w.id and d.due_at <= now() and d.id <> all(busy)
    order by d.due_at limit most_each
  ) d
  join events e on e.id = d.event_row
  where w.id = any(hooks) and w.status = 'active' and w.lease_token = node and w.lease_until > now();
end $$;

drop function claim_deliveries;

create function claim_deliveries(hooks uuid[], node uuid, lease interval, most_each integer, busy uuid[])
returns table (id uuid, url text, epoch integer, secret bytea, previous_secret bytea, deliveries json)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  -- A lease that a crash takes back is taken again: it need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- Taken when nobody has it, made longer when 10 seconds of it have passed; most claims write nothing at all.
  update webhooks set lease_token = node, lease_until = now() + lease
  where id in (
    select w.id from webhooks w
    where w.id = any(hooks) and w.status = 'active'
      and (w.lease_until is null or w.lease_until < now() or w.lease_token = node and w.lease_until < now() + lease - interval '10 seconds')
    for no key update skip locked);
  return query
  select w.id, w.url, w.epoch, w.secret, case when w.previous_secret_expires_at > now() then w.previous_secret end, queue.deliveries
  from webhooks w
  cross join lateral (
    select json_agg(json_build_object(
      'id', d.id, 'event', d.event, 'event_id', d.event_id, 'attempt_count', d.attempt_count,
      'attempts_before', d.attempts_before, 'due_at', u.due_at, 'body', e.body,
      'waited_ms', 1000 * extract(epoch from now() - d.created_at)) order by u.due_at) as deliveries
    from (
      select delivery_id, due_at from undelivered
      where webhook_id = w.id and due_at <= now() and delivery_id not in (select unnest(busy))
      order by due_at limit most_each
    ) u
    join deliveries d on d.id = u.delivery_id
    join events e on e.id = d.event_row
  ) queue
  where w.id = any(hooks) and w.status = 'active' and w.lease_token = node and w.lease_until > now()
    and queue.deliveries is not null;
end $$;

create function settle_attempts(results jsonb, node uuid, hooks uuid[], unless_counted boolean, attempts_kept integer)
returns setof uuid
language plpgsql set enable_seqscan = off as $$
declare
  held uuid[] := array(select id from webhooks where id = any(hooks) and lease_token = node);
begin
  -- Where failures are counted, the webhook must be locked before its deliveries: the caller begins again.
  if unless_counted and exists (
    select from webhooks where id = any(hooks) and status = 'active' and consecutive_failures > 0) then
    return;
  end if;
  return query
  with o as materialized (
    select * from jsonb_to_recordset(results) as o(
      id uuid, status text, delay float8, at text, http_status int, duration int, error text, body text,
      webhook uuid, due timestamptz, lease uuid)
    where o.lease is not null or o.webhook = any(held)
  ), arrived as (
    delete from undelivered u using o
    where u.delivery_id = o.id and o.status = 'success' and (u.due_at = o.due or u.lease_token = o.lease)
    returning o.*
  ), missed as (
    update undelivered u set status = o.status, due_at = now() + o.delay * interval '1 millisecond', lease_token = null
    from o
    where u.delivery_id = o.id and o.status <> 'success' and (u.due_at = o.due or u.lease_token = o.lease)
    returning o.*
  )
  update deliveries d set
    attempt_count = d.attempt_count + 1,
    attempts = (case when jsonb_array_length(d.attempts) >= attempts_kept then d.attempts - 0 else d.attempts end)
      || jsonb_build_object(
        'attempted_at', o.at, 'http_status', o.http_status, 'response_time_ms', o.duration, 'error', o.error),
    http_status = o.http_status,
    response_time_ms = o.duration,
    error = o.error,
    response_body = o.body,
    last_attempt_at = o.at::timestamptz,
    delivered_at = case when o.status = 'success' then now() end
  from (select * from arrived union all select * from missed) o
  where d.id = o.id
  returning d.id;
end $$;
