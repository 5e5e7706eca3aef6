import type { DeliveredName } from '@galley/contract/events'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

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

/** How many deliveries of one webhook are on their way at a time, across all nodes. */
export const MOST_PER_WEBHOOK = 4

/** The webhooks that have something due: one index probe for each that has a queue, however long the queues are. */
export async function findDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with recursive hooks as (
      (select webhook_id from deliveries where due_at is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d where d.due_at is not null and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
      from hooks h where h.webhook_id is not null
    )
    select h.webhook_id from hooks h
    where exists (select from deliveries d where d.webhook_id = h.webhook_id and d.due_at <= now())`.execute(db)
  return rows.map(row => row.webhook_id)
}

/**
 * Claims what is due, at most four a webhook in flight across all nodes, so that one slow receiver holds up nobody else.
 * First the webhooks are locked, then their share is counted: in two statements, because a statement sees only what was
 * committed before it began, and would miss what another node claimed just before it let go of the lock.
 */
export function claimDue(db: Db, webhookIds: readonly string[], leaseMs: number): Promise<Claimed[]> {
  return db.transaction().execute(async trx => {
    // One that another node is looking at is left to that node.
    const { rows } = await sql<{ id: string }>`
      select id from webhooks where status = 'active' and id = any(${webhookIds}::uuid[])
      for no key update skip locked`.execute(trx)
    const locked = rows.map(({ id }) => id)
    return locked.length === 0 ? [] : claim(trx, locked, leaseMs)
  })
}

async function claim(trx: Tx, webhookIds: readonly string[], leaseMs: number): Promise<Claimed[]> {
  // The limit inside the count keeps the planner from a bitmap, which visits what is long gone again and again.
  const { rows } = await sql<Claimed>`
    with chosen as materialized (
      select d.id, w.url, w.epoch, w.secret,
        case when w.previous_secret_expires_at > now() then w.previous_secret end as previous_secret
      from webhooks w cross join lateral (
        select d.id from deliveries d
        where d.webhook_id = w.id and d.due_at <= now()
        order by d.due_at
        limit ${MOST_PER_WEBHOOK} - (select count(*) from (
          select from deliveries f where f.webhook_id = w.id and f.lease_token is not null and f.due_at > now()
          limit ${MOST_PER_WEBHOOK}) f)
        for no key update skip locked
      ) d
      where w.id = any(${webhookIds}::uuid[])
    )
    update deliveries d set due_at = now() + ${leaseMs} * interval '1 millisecond', lease_token = gen_random_uuid()
    from chosen c, events e
    where d.id = c.id and e.id = d.event_row
    returning d.id, d.webhook_id, d.lease_token, d.event, d.event_id, d.attempt_count, d.attempts_before, e.body, c.url, c.epoch,
      c.secret, c.previous_secret, (1000 * extract(epoch from now() - d.created_at))::float8 as waited_ms`.execute(trx)
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
