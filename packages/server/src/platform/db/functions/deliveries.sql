-- The queue of webhook deliveries. Both functions never plan for an empty queue: it is empty at one moment and long at the
-- next, and a plan made for an empty one is kept.

-- Leases the queues of these webhooks to a node, and answers what is due in those that the node has. The queue of a suspended
-- account waits until the account is restored.
create function claim_deliveries(hooks uuid[], node uuid, lease interval, most_each integer, busy uuid[])
returns table (id uuid, url text, epoch integer, secret bytea, previous_secret bytea, deliveries json)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
begin
  -- A lease that a crash undoes is taken again, so it need not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- Taken when nobody has it, extended when 10 seconds of it have passed; most claims write nothing.
  update webhooks set lease_token = node, lease_until = now() + lease
  where id in (
    select w.id from webhooks w join users o on o.id = w.user_id
    where w.id = any(hooks) and w.status = 'active' and o.suspended_at is null
      and (w.lease_until is null or w.lease_until < now() or w.lease_token = node and w.lease_until < now() + lease - interval '10 seconds')
    for no key update of w skip locked);
  return query
  select w.id, w.url, w.epoch, w.secret, case when w.previous_secret_expires_at > now() then w.previous_secret end, queue.deliveries
  from webhooks w join users o on o.id = w.user_id and o.suspended_at is null
  cross join lateral (
    select json_agg(json_build_object(
      'id', d.id, 'event', d.event, 'event_id', d.event_id, 'attempt_count', d.attempt_count,
      'attempts_before', d.attempts_before, 'due_at', u.due_at, 'body', e.body, 'traceparent', e.traceparent,
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

-- Records how attempts ended, many at once, and answers those that were still the node's. A result names the time at which its
-- delivery was due, which no other result has, or the lease of a ping. The queue must still be leased to the node.
create function settle_attempts(results jsonb, node uuid, hooks uuid[], unless_counted boolean, attempts_kept integer)
returns setof uuid
language plpgsql set enable_seqscan = off as $$
declare
  held uuid[] := array(select id from webhooks where id = any(hooks) and lease_token = node);
begin
  -- Where failures are counted, the webhook must be locked before its deliveries: the caller starts again.
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
