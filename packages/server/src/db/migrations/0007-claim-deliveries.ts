import { type Kysely, sql } from 'kysely'

/**
 * Claims deliveries in one round trip. First the webhooks are locked, then their share is counted: in two statements, because
 * a statement sees only what was committed before it began, and would miss what another node claimed just before it let go
 * of the lock.
 */
export async function claimDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function claim_deliveries(hooks uuid[], most_each integer, lease interval)
    returns table (
      id uuid, webhook_id uuid, lease_token uuid, event text, event_id text, attempt_count integer, attempts_before integer,
      body text, url text, epoch integer, secret bytea, previous_secret bytea, waited_ms float8)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      locked uuid[];
    begin
      -- A claim that a crash takes back is made again: it need not wait for the disk.
      perform set_config('synchronous_commit', 'off', true);
      -- One that another node is looking at is left to that node.
      locked := array(
        select w.id from webhooks w where w.status = 'active' and w.id = any(hooks) for no key update skip locked);
      return query
      with chosen as materialized (
        select d.id, w.url, w.epoch, w.secret,
          case when w.previous_secret_expires_at > now() then w.previous_secret end as previous_secret
        from webhooks w cross join lateral (
          select d.id from deliveries d
          where d.webhook_id = w.id and d.due_at <= now()
          order by d.due_at
          -- The limit inside the count keeps the planner from a bitmap, which visits what is long gone again and again.
          limit most_each - (select count(*) from (
            select from deliveries f where f.webhook_id = w.id and f.lease_token is not null and f.due_at > now()
            limit most_each) f)
          for no key update skip locked
        ) d
        where w.id = any(locked)
      )
      update deliveries d set due_at = now() + lease, lease_token = gen_random_uuid()
      from chosen c, events e
      where d.id = c.id and e.id = d.event_row
      returning d.id, d.webhook_id, d.lease_token, d.event, d.event_id, d.attempt_count, d.attempts_before, e.body, c.url,
        c.epoch, c.secret, c.previous_secret, (1000 * extract(epoch from now() - d.created_at))::float8;
    end $$`.execute(db)
}
