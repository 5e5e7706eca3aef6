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

interface Claim {
  readonly claimed: readonly Claimed[]
  /** Whose queues were looked into; after a full batch there may be more in them. */
  readonly webhookIds: readonly string[]
}

const PER_WEBHOOK = 4

/**
 * Claims what is due, at most four a webhook in flight across all nodes, so that one slow receiver holds up nobody else.
 * First the webhooks are locked, then their share is counted: in two statements, because a statement sees only what was
 * committed before it began, and would miss what another node claimed just before it let go of the lock.
 */
export function claimDue(
  db: Db,
  { limit, leaseMs, webhookIds }: { limit: number; leaseMs: number; webhookIds: readonly string[] | null },
): Promise<Claim> {
  return db.transaction().execute(async trx => {
    const locked = await lockActive(trx, webhookIds)
    return { webhookIds: locked, claimed: locked.length === 0 ? [] : await claim(trx, locked, limit, leaseMs) }
  })
}

/** One that another node is looking at is left to that node. */
async function lockActive(trx: Tx, webhookIds: readonly string[] | null): Promise<string[]> {
  const hooks =
    webhookIds === null
      ? // A skip scan: one index probe for each webhook that has a queue, however long the queues are.
        sql`
          with recursive hooks as (
            (select webhook_id from deliveries where due_at is not null order by webhook_id limit 1)
            union all
            select (select d.webhook_id from deliveries d where d.due_at is not null and d.webhook_id > h.webhook_id order by d.webhook_id limit 1)
            from hooks h where h.webhook_id is not null
          )
          select h.webhook_id from hooks h
          where exists (select from deliveries d where d.webhook_id = h.webhook_id and d.due_at <= now())`
      : sql`select unnest(${webhookIds}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where status = 'active' and id in (${hooks}) for no key update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

async function claim(trx: Tx, webhookIds: readonly string[], limit: number, leaseMs: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with chosen as materialized (
      select d.id, w.url, w.epoch, w.secret,
        case when w.previous_secret_expires_at > now() then w.previous_secret end as previous_secret
      from webhooks w cross join lateral (
        select d.id, d.due_at from deliveries d
        where d.webhook_id = w.id and d.due_at <= now()
        order by d.due_at
        limit greatest(0, ${PER_WEBHOOK} - (
          select count(*) from deliveries f where f.webhook_id = w.id and f.lease_token is not null and f.due_at > now()))
        for no key update skip locked
      ) d
      where w.id = any(${webhookIds}::uuid[])
      order by d.due_at limit ${limit}
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
