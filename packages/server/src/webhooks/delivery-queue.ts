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

/** Claims what is due, at most four a webhook in flight across all nodes, so that one slow receiver holds up nobody else. */
export async function claimDue(db: Db, webhookIds: readonly string[], leaseMs: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    select * from claim_deliveries(${webhookIds}::uuid[], ${MOST_PER_WEBHOOK}, ${leaseMs} * interval '1 millisecond')`.execute(
    db,
  )
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
