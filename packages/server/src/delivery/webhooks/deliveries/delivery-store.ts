import type { DeliveryError, DeliveryStatus } from '@galley/contract/delivery/webhooks'
import {
  DELIVERIES_MAX_PER_WEBHOOK,
  DELIVERY_ATTEMPTS_MAX,
  EVENT_DAYS,
  EVENTS_MAX_PER_USER,
  UNREADABLE_EVENTS_MAX_PER_USER,
} from '@galley/contract/limits'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { PLANS_WITH_WEBHOOKS } from '../record-events.ts'
import { storedError } from './delivery-error.ts'
import type { Outcome } from './retry-rules.ts'

/** The logged state of a delivery and its next attempt. A delivery without a row in `undelivered` has succeeded. */
export interface DeliveryRow extends Selectable<Tables['deliveries']> {
  readonly status: DeliveryStatus
  readonly due_at: Date | null
}

const logged = (db: Db) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('undelivered as u', 'u.delivery_id', 'd.id')
    .selectAll('d')
    .select(['u.due_at', sql<DeliveryStatus>`coalesce(u.status, 'success')`.as('status')])

export async function listDeliveries(
  db: Db,
  webhookId: string,
  { status, limit, offset }: { status?: DeliveryStatus | undefined; limit: number; offset: number },
): Promise<{ deliveries: DeliveryRow[]; total: number }> {
  const { found, total } =
    status === undefined || status === 'success'
      ? inLog(db, webhookId, { isArrived: status === 'success' })
      : inUndelivered(db, webhookId, status)
  const { rows } = await sql<{ total: number }>`select (${total})::int as total`.execute(db)
  return { deliveries: await found.limit(limit).offset(offset).execute(), total: rows[0]?.total ?? 0 }
}

function inLog(db: Db, webhookId: string, { isArrived }: { isArrived: boolean }) {
  const found = logged(db).where('d.webhook_id', '=', webhookId).orderBy('d.created_at', 'desc').orderBy('d.id', 'desc')
  const total = sql`(select count(*) from deliveries where webhook_id = ${webhookId})`
  if (!isArrived) return { found, total }
  const missing = sql`(select count(*) from undelivered where webhook_id = ${webhookId})`
  return { found: found.where('u.delivery_id', 'is', null), total: sql`${total} - ${missing}` }
}

function inUndelivered(db: Db, webhookId: string, status: Exclude<DeliveryStatus, 'success'>) {
  const found = logged(db)
    .where('u.webhook_id', '=', webhookId)
    .where('u.status', '=', status)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.delivery_id', 'desc')
  return {
    found,
    total: sql`(select count(*) from undelivered where webhook_id = ${webhookId} and status = ${status})`,
  }
}

export function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<(DeliveryRow & { body: string }) | undefined> {
  return logged(db)
    .innerJoin('events', 'events.id', 'd.event_row')
    .select('events.body')
    .where('d.id', '=', id)
    .where('d.webhook_id', '=', webhookId)
    .executeTakeFirst()
}

/**
 * Locks the row against pruning; returns whether it is due by the database's clock, or undefined if it does not exist.
 */
export async function lockDelivery(trx: Tx, webhookId: string, id: string): Promise<{ isDue: boolean } | undefined> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from undelivered where delivery_id = d.id and due_at <= now()) as "isDue"
    from deliveries d where id = ${id} and webhook_id = ${webhookId} for key share`.execute(trx)
  return rows[0]
}

// Lock order of all writers: the webhook (if at all), `undelivered` by id, then the log. Another order could deadlock.

const inOrder = (which: RawBuilder<unknown>) =>
  sql`select delivery_id from undelivered where ${which} order by delivery_id for update`

/** Restarts the retry schedule. */
const RESTART_SCHEDULE = sql`attempts_before = d.attempt_count, delivered_at = null, error = null`

/** Puts a delivery back into the queue, due now. */
export async function requeue(trx: Tx, { id, webhook_id, created_at }: DeliveryRow): Promise<DeliveryRow> {
  const due = { status: 'pending', due_at: sql<Date>`now()` } as const
  const { status, due_at } = await trx
    .insertInto('undelivered')
    .values({ delivery_id: id, webhook_id, created_at, ...due })
    .onConflict(conflict => conflict.column('delivery_id').doUpdateSet(due))
    .returning(['status', 'due_at'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Selectable<Tables['deliveries']>>`
    update deliveries d set ${RESTART_SCHEDULE} where id = ${id} returning *`.execute(trx)
  return { ...rows[0]!, status, due_at }
}

export async function requeueFailed(trx: Tx, webhookId: string, since: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with again as (
      update undelivered u set status = 'pending', due_at = now() from deliveries d
      where u.webhook_id = ${webhookId} and u.status = 'failed' and u.created_at >= ${since}
        and d.id = u.delivery_id and d.event <> 'ping'
      returning u.delivery_id)
    update deliveries d set ${RESTART_SCHEDULE} from again where d.id = again.delivery_id`.execute(trx)
  return Number(numAffectedRows)
}

/** Ends the queued deliveries of a disabled webhook. */
export async function failQueued(trx: Tx, webhookId: string): Promise<void> {
  await failDeliveries(trx, 'webhook_disabled', sql`due_at is not null and webhook_id = ${webhookId}`)
}

/** The same for rows that were added while the webhook was being disabled. */
export async function failQueuedOfDisabled(db: Db): Promise<void> {
  const disabled = sql`webhook_id in (select id from webhooks where status = 'disabled')`
  await failDeliveries(db, 'webhook_disabled', sql`due_at is not null and ${disabled}`)
}

/** Fails pings whose process has died: only the process that got the request sends a ping. */
export async function failAbandonedPings(db: Db): Promise<void> {
  await failDeliveries(db, 'timeout', sql`lease_token is not null and created_at < now() - interval '2 minutes'`)
}

async function failDeliveries(db: Db, error: DeliveryError, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with locked as (${inOrder(which)}), given_up as (
      update undelivered u set status = 'failed', due_at = null, lease_token = null
      from locked where u.delivery_id = locked.delivery_id returning u.delivery_id)
    update deliveries d set error = ${error} from given_up g where d.id = g.delivery_id`.execute(db)
}

/** Deletes the undelivered rows of a webhook, before the webhook itself is deleted. */
export async function dropUndelivered(trx: Tx, webhookId: string): Promise<void> {
  await sql`
    with locked as (${inOrder(sql`webhook_id = ${webhookId}`)})
    delete from undelivered u using locked where u.delivery_id = locked.delivery_id`.execute(trx)
}

/** The outcome of an attempt, and the state of its delivery after it. */
export interface AttemptResult extends Outcome {
  /** The delivery. */
  readonly id: string
  readonly status: DeliveryStatus
  /** The time until the next attempt; null if there is none. */
  readonly delayMs: number | null
  readonly attemptedAt: Date
}

export interface QueuedResult extends AttemptResult {
  readonly webhookId: string
  /** When this attempt became due. */
  readonly dueAt: string
}

/**
 * Writes results of attempts in one statement. A result is dropped if the queue was leased to another process or the
 * delivery was attempted or ended meanwhile. Returns the recorded ones; with `unlessCounted`, none if one of the
 * webhooks has failures to reset.
 */
export function recordQueued(
  db: Db,
  results: readonly QueuedResult[],
  queues: { node: string; webhookIds: readonly string[]; unlessCounted: boolean },
): Promise<ReadonlySet<string>> {
  const rows = results.map(result => ({ ...rowOf(result), webhook: result.webhookId, due: result.dueAt }))
  return record(db, rows, queues)
}

/** A ping is not in a queue; it has its own lease until it ends or is given up. */
export async function recordPing(db: Db, result: AttemptResult, lease: string): Promise<void> {
  const row = { ...rowOf(result), lease }
  await record(db, [row], { node: null, webhookIds: [], unlessCounted: false })
}

const rowOf = (result: AttemptResult) => ({
  id: result.id,
  status: result.status,
  delay: result.delayMs,
  at: result.attemptedAt.toISOString(),
  http_status: result.httpStatus,
  duration: result.durationMs,
  error: storedError(result.error, result.errorDetail),
  body: result.responseBody,
})

async function record(
  db: Db,
  rows: readonly ReturnType<typeof rowOf>[],
  queues: { node: string | null; webhookIds: readonly string[]; unlessCounted: boolean },
): Promise<ReadonlySet<string>> {
  const inLockingOrder = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const { rows: ours } = await sql<{ id: string }>`
    select settle_attempts(
      ${JSON.stringify(inLockingOrder)}::jsonb, ${queues.node}, ${queues.webhookIds}::uuid[], ${queues.unlessCounted}, ${DELIVERY_ATTEMPTS_MAX}) as id`.execute(
    db,
  )
  return new Set(ours.map(({ id }) => id))
}

const KEPT_DAYS = 30
const PRUNE_BATCH = 5000

/** An event has at most about a kilobyte, a delivery at most about five. */
interface MostKept {
  /** Of each account. */
  readonly events: number
  /** Of each account whose plan has neither webhooks nor events. */
  readonly unreadableEvents: number
  /** Of each webhook. */
  readonly deliveries: number
}

const MOST_KEPT: MostKept = {
  events: EVENTS_MAX_PER_USER,
  unreadableEvents: UNREADABLE_EVENTS_MAX_PER_USER,
  deliveries: DELIVERIES_MAX_PER_WEBHOOK,
}

/**
 * Deletes log entries that ended a month ago or are too many, and the events that are too old or too many and have no log entry,
 * the oldest first. In batches, so that no statement holds many locks for long.
 */
export async function pruneDeliveries(db: Db, most = MOST_KEPT): Promise<number> {
  let pruned = await pruneAll(db, sql`created_at < now() - make_interval(days => ${KEPT_DAYS})`)
  for (const last of await tooManyDeliveries(db, most.deliveries)) {
    pruned += await pruneAll(
      db,
      sql`webhook_id = ${last.webhook_id} and (created_at, id) <= (${last.created_at}::timestamptz, ${last.id}::uuid)`,
    )
  }
  await pruneEvents(db, sql`created_at < now() - make_interval(days => ${EVENT_DAYS})`)
  for (const last of await tooManyEvents(db, most)) {
    await pruneEvents(
      db,
      sql`author_id = ${last.author_id} and (position, id) <= (${last.position}::xid8, ${last.id}::uuid)`,
    )
  }
  return pruned
}

/** Of each webhook that has more: the newest one that is too many. */
async function tooManyDeliveries(db: Db, most: number) {
  const { rows } = await sql<{ webhook_id: string; created_at: string; id: string }>`
    select w.id as webhook_id, d.created_at::text, d.id from webhooks w cross join lateral (
      select created_at, id from deliveries where webhook_id = w.id order by created_at desc, id desc offset ${most} limit 1
    ) d`.execute(db)
  return rows
}

/** Of each account that has more: the newest one that is too many. */
async function tooManyEvents(db: Db, { events, unreadableEvents }: MostKept) {
  const { rows } = await sql<{ author_id: string; position: string; id: string }>`
    select u.id as author_id, e.position::text, e.id from users u cross join lateral (
      select position, id from events where author_id = u.id order by position desc, id desc
      offset case when u.plan = any(${PLANS_WITH_WEBHOOKS}) then ${events}::int else ${unreadableEvents} end limit 1
    ) e`.execute(db)
  return rows
}

async function pruneEvents(db: Db, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from events where id in (
        select id from events e where ${which}
          and not exists (select from deliveries d where d.event_row = e.id) limit ${PRUNE_BATCH})`.execute(db)
    if (Number(numAffectedRows) < PRUNE_BATCH) return
  }
}

async function pruneAll(db: Db, which: RawBuilder<unknown>): Promise<number> {
  for (let pruned = 0; ; ) {
    const deleted = await db.transaction().execute(trx => pruneBatch(trx, which))
    pruned += deleted
    if (deleted < PRUNE_BATCH) return pruned
  }
}

/**
 * Locks only rows that nobody else has locked, then checks them again, because one may have been queued again
 * meanwhile.
 */
async function pruneBatch(trx: Tx, which: RawBuilder<unknown>): Promise<number> {
  const isQueued = sql`exists (select from undelivered u where u.delivery_id = d.id and u.due_at is not null)`
  const { rows: old } = await sql<{ id: string }>`
    select id from deliveries d where ${which} and not ${isQueued} limit ${PRUNE_BATCH}`.execute(trx)
  const ids = (rows: readonly { id: string }[]) => sql`any(${rows.map(({ id }) => id)}::uuid[])`
  await inOrder(sql`delivery_id = ${ids(old)}`).execute(trx)
  const { rows: locked } = await sql<{ id: string }>`
    select id from deliveries where id = ${ids(old)} for update skip locked`.execute(trx)
  const { numAffectedRows = 0n } = await sql`
    delete from deliveries d where id = ${ids(locked)} and not ${isQueued}`.execute(trx)
  return Number(numAffectedRows)
}
