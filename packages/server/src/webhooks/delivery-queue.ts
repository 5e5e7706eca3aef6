import type { DeliveredName } from '@galley/contract/events'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Where a webhook's deliveries go, and what signs them. */
export interface Target {
  readonly id: string
  readonly url: string
  readonly epoch: number
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
}

/** A delivery that is ours to try while we hold its webhook's queue. */
export interface Claimed {
  readonly webhook: Target
  readonly id: string
  readonly event: DeliveredName
  readonly event_id: string
  readonly attempt_count: number
  readonly attempts_before: number
  readonly due_at: string
  readonly body: string
  /** Milliseconds from the event's commit, or nearly, to this claim. */
  readonly waited_ms: number
}

/** The webhooks that have something due: one index probe for each that has a queue, however long the queues are. */
export async function findDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with recursive hooks as (
      (select webhook_id from undelivered where due_at is not null order by webhook_id limit 1)
      union all
      select (select u.webhook_id from undelivered u where u.due_at is not null and u.webhook_id > h.webhook_id order by u.webhook_id limit 1)
      from hooks h where h.webhook_id is not null
    )
    select h.webhook_id from hooks h
    where exists (select from undelivered u where u.webhook_id = h.webhook_id and u.due_at <= now())`.execute(db)
  return rows.map(row => row.webhook_id)
}

export interface Claim {
  readonly webhookIds: readonly string[]
  /** Who claims: the queues are this node's until their leases end. */
  readonly node: string
  readonly leaseMs: number
  readonly mostEach: number
  /** What this node has on its way already. */
  readonly busy: readonly string[]
}

/** What is due, the longest due first, by webhook, of those whose queues no other node holds. */
export async function claimDue(
  db: Db,
  { webhookIds, node, leaseMs, mostEach, busy }: Claim,
): Promise<ReadonlyMap<string, Claimed[]>> {
  const { rows } = await sql<Target & { deliveries: Omit<Claimed, 'webhook'>[] }>`
    select * from claim_deliveries(
      ${webhookIds}::uuid[], ${node}, ${leaseMs} * interval '1 millisecond', ${mostEach}, ${busy}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ deliveries, ...webhook }) => [webhook.id, deliveries.map(delivery => ({ ...delivery, webhook }))]),
  )
}

/**
 * Keeps the queues that this node is working on, as long as it still has them. A lease that a crash takes back is taken again,
 * so the commit need not wait for the disk.
 */
export async function renewLeases(
  db: Db,
  { webhookIds, node, leaseMs }: Pick<Claim, 'webhookIds' | 'node' | 'leaseMs'>,
): Promise<void> {
  await sql`
    update webhooks set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    from (select set_config('synchronous_commit', 'off', true)) setting
    where id = any(${webhookIds}::uuid[]) and lease_token = ${node}`.execute(db)
}

/** Lets go of every queue, so that another node need not wait for the leases to end. */
export async function releaseQueues(db: Db, node: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ lease_token: null, lease_until: null })
    .where('lease_token', '=', node)
    .execute()
}

export interface QueueState {
  readonly depth: number
  readonly oldest_seconds: number
}

export async function queueState(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*)::int as depth, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from undelivered where due_at is not null`.execute(db)
  return rows[0] ?? { depth: 0, oldest_seconds: 0 }
}
