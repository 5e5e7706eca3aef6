import type { DeliveryError, DeliveryStatus } from '@galley/contract/webhooks'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { DeliveriesTable } from '../db/schema.ts'

export type DeliveryRow = Selectable<DeliveriesTable>

const ATTEMPTS_KEPT = 20

export async function listDeliveries(
  db: Db,
  webhookId: string,
  { status, limit, offset }: { status?: DeliveryStatus | undefined; limit: number; offset: number },
): Promise<{ deliveries: DeliveryRow[]; total: number }> {
  let chosen = db.selectFrom('deliveries').where('webhook_id', '=', webhookId)
  if (status !== undefined) chosen = chosen.where('status', '=', status)
  const { total } = await chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const deliveries = await chosen
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { deliveries, total }
}

export function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<(DeliveryRow & { body: string }) | undefined> {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_row')
    .selectAll('deliveries')
    .select('events.body')
    .where('deliveries.id', '=', id)
    .where('deliveries.webhook_id', '=', webhookId)
    .executeTakeFirst()
}

export function lockDelivery(trx: Tx, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst()
}

/** Puts deliveries back into the queue, due at once, with the whole retry plan before them. */
const AGAIN = {
  status: 'pending',
  due_at: sql<Date>`now()`,
  attempts_before: sql<number>`attempt_count`,
  delivered_at: null,
  error: null,
} as const

export function requeue(trx: Tx, id: string): Promise<DeliveryRow> {
  return trx.updateTable('deliveries').set(AGAIN).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function requeueFailed(trx: Tx, webhookId: string, since: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set(AGAIN)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'failed')
    .where('event', '<>', 'ping')
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What can no longer be tried: the rest of the queue of a webhook that is switched off. */
export async function failQueued(trx: Tx, webhookId: string): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ status: 'failed', error: 'webhook_disabled', due_at: null })
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .execute()
}

/** The same for rows that joined the queue in the very moment of the switching off. */
export async function failQueuedOfDisabled(db: Db): Promise<void> {
  await sql`
    update deliveries d set status = 'failed', error = 'webhook_disabled', due_at = null
    from webhooks w where w.id = d.webhook_id and w.status = 'disabled' and d.due_at is not null`.execute(db)
}

/** How an attempt ended. */
export interface Ended {
  readonly id: string
  readonly status: DeliveryStatus
  readonly delayMs: number | null
  readonly attemptedAt: Date
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: DeliveryError | null
  readonly responseBody: string | null
}

/** An attempt of a delivery that stands in a queue. */
export interface QueuedEnded extends Ended {
  /** Whose queue, who held it, in which epoch of the webhook, and the attempts that there had been before this one. */
  readonly webhookId: string
  readonly node: string
  readonly epoch: number
  readonly attemptCount: number
}

/**
 * Writes what attempts came to, many at once. If the queue has passed to another node, or the delivery has been tried or
 * ended by somebody else meanwhile, our result is late and is dropped. Answers those that were still ours.
 */
export function recordQueued(
  db: Db,
  ended: readonly QueuedEnded[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<ReadonlySet<string>> {
  return record(
    db,
    ended.map(one => ({
      ...rowOf(one),
      webhook: one.webhookId,
      node: one.node,
      epoch: one.epoch,
      count: one.attemptCount,
    })),
    sql`d.due_at is not null and d.attempt_count = o.count and ${condition} and exists (
      select from webhooks w where w.id = o.webhook and w.lease_token = o.node and w.epoch = o.epoch)`,
  )
}

/** The same, but if one of these webhooks has failures to forget, nothing is written. */
export function recordUnlessCounted(
  db: Db,
  ended: readonly QueuedEnded[],
  webhookIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return recordQueued(
    db,
    ended,
    sql`not exists (
      select from webhooks where id = any(${webhookIds}::uuid[]) and status = 'active' and consecutive_failures > 0)`,
  )
}

/** A ping is in no queue: it has a lease of its own, until it ends or is given up. */
export async function recordPing(db: Db, ended: Ended, lease: string): Promise<void> {
  await record(db, [rowOf(ended)], sql`d.lease_token = ${lease}`)
}

const rowOf = (ended: Ended) => ({
  id: ended.id,
  status: ended.status,
  delay: ended.delayMs,
  at: ended.attemptedAt.toISOString(),
  http_status: ended.httpStatus,
  duration: ended.durationMs,
  error: ended.error,
  body: ended.responseBody,
})

async function record(
  db: Db,
  rows: readonly ReturnType<typeof rowOf>[],
  condition: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  const { rows: ours } = await sql<{ id: string }>`
    update deliveries d set
      status = o.status,
      due_at = now() + o.delay * interval '1 millisecond',
      lease_token = null,
      attempt_count = d.attempt_count + 1,
      attempts = (case when jsonb_array_length(d.attempts) >= ${ATTEMPTS_KEPT} then d.attempts - 0 else d.attempts end) || jsonb_build_object(
        'attempted_at', o.at, 'http_status', o.http_status, 'response_time_ms', o.duration, 'error', o.error),
      http_status = o.http_status,
      response_time_ms = o.duration,
      error = o.error,
      response_body = o.body,
      last_attempt_at = o.at::timestamptz,
      delivered_at = case when o.status = 'success' then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(
      id uuid, status text, delay float8, at text, http_status int, duration int, error text, body text,
      webhook uuid, node uuid, epoch int, count int)
    where d.id = o.id and ${condition}
    returning d.id`.execute(db)
  return new Set(ours.map(({ id }) => id))
}

const KEPT_DAYS = 30
const PRUNE_BATCH = 5000

/** Forgets what ended a month ago, a batch at a time so that no statement holds many rows for long. */
export async function pruneDeliveries(db: Db): Promise<number> {
  let pruned = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from deliveries where id in (
        select id from deliveries
        where created_at < now() - make_interval(days => ${KEPT_DAYS}) and due_at is null limit ${PRUNE_BATCH})`.execute(
      db,
    )
    const { numAffectedRows: events = 0n } = await sql`
      delete from events where id in (
        select id from events e where created_at < now() - make_interval(days => ${KEPT_DAYS})
          and not exists (select from deliveries d where d.event_row = e.id) limit ${PRUNE_BATCH})`.execute(db)
    pruned += Number(numAffectedRows)
    if (Number(numAffectedRows) < PRUNE_BATCH && Number(events) < PRUNE_BATCH) return pruned
  }
}

/** A ping is sent by the process that was asked for it; if that process died, nobody will finish it. */
export async function failAbandonedPings(db: Db): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', error: 'timeout', lease_token: null })
    .where('lease_token', 'is not', null)
    .where('due_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .execute()
}
