import type { DeliveredName } from '@galley/contract/delivery/events'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'

/** Where a webhook's deliveries go, and what signs them. */
export interface ClaimedWebhook {
  readonly id: string
  readonly url: string
  readonly epoch: number
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
}

/** A delivery that this process may send while it has the lease of the webhook's queue. */
export interface ClaimedDelivery {
  readonly webhook: ClaimedWebhook
  readonly id: string
  readonly event: DeliveredName
  readonly event_id: string
  readonly attempt_count: number
  /** Attempts before the delivery was sent again on request; the retry schedule starts after them. */
  readonly attempts_before: number
  readonly due_at: string
  readonly body: string
  /** The trace of the change, if it was traced. */
  readonly traceparent: string | null
  /** Milliseconds from the event to this claim. */
  readonly waited_ms: number
}

/** A lease: only the process with this token works on the queues of these webhooks, until the time is over. */
export interface Lease {
  readonly webhookIds: readonly string[]
  /** Identifies the process. */
  readonly token: string
  readonly durationMs: number
}

/** The webhooks that have something to send: one index probe for each that has a queue, however long the queues are. */
export async function findDueWebhooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with recursive hooks as (
      (select webhook_id from undelivered where due_at is not null order by webhook_id limit 1)
      union all
      select (select u.webhook_id from undelivered u where u.due_at is not null and u.webhook_id > h.webhook_id order by u.webhook_id limit 1)
      from hooks h where h.webhook_id is not null
    )
    select h.webhook_id from hooks h join webhooks w on w.id = h.webhook_id join users o on o.id = w.user_id
    where o.suspended_at is null
      and exists (select from undelivered u where u.webhook_id = h.webhook_id and u.due_at <= now())`.execute(db)
  return rows.map(row => row.webhook_id)
}

/**
 * Takes the lease of those queues that no other process has, and returns what is due in them by webhook, the longest due first:
 * at most `limit` of each, without `except`, which this process has already.
 */
export async function claimDeliveries(
  db: Db,
  { webhookIds, token, durationMs }: Lease,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<ReadonlyMap<string, ClaimedDelivery[]>> {
  const { rows } = await sql<ClaimedWebhook & { deliveries: Omit<ClaimedDelivery, 'webhook'>[] }>`
    select * from claim_deliveries(
      ${webhookIds}::uuid[], ${token}, ${durationMs} * interval '1 millisecond', ${limit}, ${except}::uuid[])`.execute(
    db,
  )
  return new Map(
    rows.map(({ deliveries, ...webhook }) => [webhook.id, deliveries.map(delivery => ({ ...delivery, webhook }))]),
  )
}

/**
 * Extends the leases that this process still has. Losing this write in a crash is harmless, so it does not wait for the
 * disk.
 */
export async function renewLeases(db: Db, { webhookIds, token, durationMs }: Lease): Promise<void> {
  await sql`
    update webhooks set lease_until = now() + ${durationMs} * interval '1 millisecond'
    from (select set_config('synchronous_commit', 'off', true)) setting
    where id = any(${webhookIds}::uuid[]) and lease_token = ${token}`.execute(db)
}

/** Releases all leases, so that another process does not have to wait until they expire. */
export async function releaseLeases(db: Db, token: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ lease_token: null, lease_until: null })
    .where('lease_token', '=', token)
    .execute()
}

export interface QueueState {
  readonly depth: number
  readonly oldest_seconds: number
}

/** Without the deliveries of suspended accounts, which wait until the account is restored. */
export async function queueState(db: Db): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select count(*)::int as depth, coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 as oldest_seconds
    from undelivered d join webhooks w on w.id = d.webhook_id join users o on o.id = w.user_id
    where d.due_at is not null and o.suspended_at is null`.execute(db)
  return rows[0] ?? { depth: 0, oldest_seconds: 0 }
}
