import { type Kysely, sql } from 'kysely'

/**
 * What has not arrived stands in a table of its own, beside the log, which holds all that is ever looked for: a delivery
 * that arrives leaves it. So to write down how an attempt ended changes no index of the log, which is most of that work.
 */
export async function undelivered(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table undelivered (
      delivery_id uuid primary key references deliveries on delete cascade,
      webhook_id uuid not null,
      status text not null default 'pending' check (status in ('pending', 'retrying', 'failed')),
      due_at timestamptz(3),
      -- Of a ping that is being sent: it is in no queue, and nobody else may finish it.
      lease_token uuid,
      created_at timestamptz(3) not null,
      check (due_at is null or status in ('pending', 'retrying'))
    )`.execute(db)
  await sql`
    insert into undelivered select id, webhook_id, status, due_at, lease_token, created_at from deliveries where status <> 'success'`.execute(
    db,
  )
  await sql`create index undelivered_queue on undelivered (webhook_id, due_at) where due_at is not null`.execute(db)
  await sql`create index undelivered_log on undelivered (webhook_id, status, created_at desc, delivery_id desc)`.execute(
    db,
  )
  await sql`create index undelivered_pinging on undelivered (created_at) where lease_token is not null`.execute(db)
  // The indexes on them go too.
  await sql`alter table deliveries drop column status, drop column due_at, drop column lease_token`.execute(db)
  // Room on each page for what its rows become.
  await sql`alter table deliveries set (fillfactor = 40)`.execute(db)
  // What a webhook has in common for all its deliveries is said once, and not with each of them.
  await sql`drop function claim_deliveries`.execute(db)
  await sql`
    create function claim_deliveries(hooks uuid[], node uuid, lease interval, most_each integer, busy uuid[])
    returns table (id uuid, url text, epoch integer, secret bytea, previous_secret bytea, deliveries json)
    language plpgsql ${PLANNED_FOR_MANY} as $$
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
    end $$`.execute(db)
  // How attempts ended, many at once; answers those that were still ours to write down. A result has the time since when its
  // delivery was due, which nobody else's has, or the lease of a ping; a queue must still be the node's.
  await sql`
    create function settle_attempts(results jsonb, node uuid, hooks uuid[], unless_counted boolean, attempts_kept integer)
    returns setof uuid
    language plpgsql ${PLANNED_FOR_MANY} as $$
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
    end $$`.execute(db)
}

/** A queue is empty at one moment and long at the next; a plan that was made for an empty one must not be kept. */
const PLANNED_FOR_MANY = sql.raw('set enable_seqscan = off')
