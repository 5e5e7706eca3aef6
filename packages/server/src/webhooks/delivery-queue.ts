import type { DeliveredName } from '@galley/contract/events'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A delivery that is ours to try until its lease ends. */
export interface Claimed {
  readonly id: string
  readonly webhook_id: string
  readonly lease_token: string
  readonly event: DeliveredName
  readonly event_id: string
  readonly attempt_count: number
  readonly attempts_before: number
  readonly body: string
  readonly url: string
  readonly epoch: number
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
  /** Milliseconds from the event's commit, or nearly, to this claim. */
  readonly waited_ms: number
}

/** Longer than any attempt can take, and short enough that a dead worker's deliveries resume within 45 s. */
const LEASE_SECONDS = 30
const PER_WEBHOOK = 4

/**
 * Claims what is due, at most four a webhook in flight across all nodes, so that one slow receiver holds up nobody else.
 * The webhook's row is locked while its share is counted; one that another node is looking at is left to that node.
 */
export async function claimDue(db: Db, limit: number, webhookIds: readonly string[] | null): Promise<Claimed[]> {
  const hooks =
    webhookIds === null
      ? // A skip scan: one index probe for each webhook that has a queue, however long the queues are.
        sql`
          select h.webhook_id from hooks h
          where exists (select from deliveries d where d.webhook_id = h.webhook_id and d.due_at <= now())`
      : sql`select unnest(${webhookIds}::uuid[]) as webhook_id`
  const { rows } = await sql<Claimed>`
    with recursive hooks as (
      (select webhook_id from deliveries where due_at is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d where d.due_at is not null and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
      from hooks h where h.webhook_id is not null
    ), locked as materialized (
      select w.id, w.url, w.epoch, w.secret,
        case when w.previous_secret_expires_at > now() then w.previous_secret end as previous_secret
      from webhooks w where w.status = 'active' and w.id in (${hooks})
      for no key update skip locked
    ), chosen as materialized (
      select d.id, l.url, l.epoch, l.secret, l.previous_secret from locked l cross join lateral (
        select d.id, d.due_at from deliveries d
        where d.webhook_id = l.id and d.due_at <= now()
        order by d.due_at
        limit greatest(0, ${PER_WEBHOOK} - (
          select count(*) from deliveries f where f.webhook_id = l.id and f.lease_token is not null and f.due_at > now()))
      ) d
      order by d.due_at limit ${limit}
    )
    update deliveries d set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), lease_token = gen_random_uuid()
    from chosen c, events e
    where d.id = c.id and e.id = d.event_row
    returning d.id, d.webhook_id, d.lease_token, d.event, d.event_id, d.attempt_count, d.attempts_before, e.body, c.url, c.epoch,
      c.secret, c.previous_secret, (1000 * extract(epoch from now() - d.created_at))::float8 as waited_ms`.execute(db)
  return rows
}

export interface QueueState {
  readonly depth: number
  readonly oldest_seconds: number
}

export async function queueState(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*)::int as depth, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from deliveries where due_at is not null`.execute(db)
  return rows[0] ?? { depth: 0, oldest_seconds: 0 }
}
