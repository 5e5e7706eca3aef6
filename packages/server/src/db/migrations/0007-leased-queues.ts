import { type Kysely, sql } from 'kysely'

/**
 * A webhook's queue belongs to one node at a time, for as long as its lease lasts. That node alone knows which deliveries are
 * on their way, so that to claim one writes nothing: each is written once, when its attempt has ended.
 */
export async function leasedQueues(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column lease_token uuid, add column lease_until timestamptz(3)`.execute(db)
  // What an older release had claimed is due again now, and not at the end of its lease.
  await sql`update deliveries set due_at = now(), lease_token = null where due_at is not null and lease_token is not null`.execute(
    db,
  )
  await sql`
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
    end $$`.execute(db)
  // Of deliveries only pings are leased now, and those are few.
  await sql`drop index deliveries_leased`.execute(db)
  await sql`create index deliveries_pinging on deliveries (created_at) where lease_token is not null`.execute(db)
}
