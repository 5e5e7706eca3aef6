import type { Plan } from '@galley/contract/identity/plans'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { eventPosition } from '../../platform/db/event-position.ts'
import { beforePosition, type EventCursor } from './event-cursor.ts'

export interface StoredEvent {
  readonly cursor: EventCursor
  /** The bytes that webhooks get. */
  readonly body: string
}

export interface EventPage {
  readonly events: readonly StoredEvent[]
  /** Where to continue. */
  readonly next: EventCursor
  /** All transactions below this one have ended. */
  readonly endedBelow: string
  /** There are committed events that cannot be read yet, because an earlier transaction is still running. */
  readonly isPending: boolean
}

export interface EventRange {
  readonly after: EventCursor
  readonly since: Date | undefined
  readonly limit: number
}

/**
 * The author's events in their final order. An event is read when every transaction up to its position has ended: no
 * later commit can put another event before it.
 */
export async function readEvents(db: Db, authorId: string, range: EventRange): Promise<EventPage> {
  const { after, since, limit } = range
  const { rows } = await sql<Row>`
    with seen as materialized (
      select ${eventPosition(sql`pg_snapshot_xmin(s)`)} as xmin, ${eventPosition(sql`pg_snapshot_xmax(s)`)} as xmax
      from pg_current_snapshot() s
    ), page as (
      select e.position, e.id, e.body from events e
      where e.author_id = ${authorId} and (e.position, e.id) > (${after.position}::xid8, ${after.id}::uuid)
        and e.position < (select xmin from seen) and e.post_id is not null
        ${since === undefined ? sql`` : sql`and e.created_at >= ${since}`}
      order by e.position, e.id limit ${limit}
    )
    select seen.xmin::text, seen.xmax::text, page.position::text, page.id, page.body,
      coalesce((
        select e.position >= (select xmin from seen) from events e where e.author_id = ${authorId}
        order by e.position desc, e.id desc limit 1
      ), false) as "isPending"
    from seen left join page on true order by page.position, page.id`.execute(db)
  const { xmin, xmax, isPending } = rows[0]!
  // This database has not got that far yet: the cursor is of another one, from which this one was copied by other means
  // than `galley restore`. Copied events have the position 0 then, so the cursor's place among them is that of its id.
  if (BigInt(after.position) > BigInt(xmax)) {
    return readEvents(db, authorId, { ...range, after: { position: '0', id: after.id } })
  }
  const events = rows
    .filter((row): row is Row & StoredRow => row.id !== null)
    .map(({ position, id, body }) => ({ cursor: { position, id }, body }))
  const last = events.at(-1)?.cursor
  const next = last !== undefined && events.length === limit ? last : beforePosition(xmin)
  return { events, next, endedBelow: xmin, isPending }
}

interface StoredRow {
  readonly position: string
  readonly id: string
  readonly body: string
}

type Row = { readonly [Name in keyof StoredRow]: StoredRow[Name] | null } & {
  readonly xmin: string
  readonly xmax: string
  readonly isPending: boolean
}

export async function newestEvents(db: Db, authorIds: readonly string[]): Promise<ReadonlyMap<string, EventCursor>> {
  const { rows } = await sql<{ author_id: string; position: string; id: string }>`
    select a.id as author_id, e.position::text, e.id from unnest(${authorIds}::uuid[]) a(id) cross join lateral (
      select position, id from events where author_id = a.id order by position desc, id desc limit 1
    ) e`.execute(db)
  return new Map(rows.map(({ author_id, position, id }) => [author_id, { position, id }]))
}

/**
 * From now on, changes of these authors' posts are notified, until the given time has passed. Returns the id from
 * which on transactions see the registration.
 */
export async function registerListeners(db: Db, authorIds: readonly string[], forMs: number): Promise<string> {
  await sql`
    insert into event_listeners (author_id, until)
    select id, now() + ${forMs} * interval '1 millisecond' from unnest(${authorIds}::uuid[]) id order by id
    on conflict (author_id) do update set until = excluded.until`.execute(db)
  const { rows } = await sql<{ xmax: string }>`
    select ${eventPosition(sql`pg_snapshot_xmax(pg_current_snapshot())`)}::text as xmax`.execute(db)
  return rows[0]!.xmax
}

export async function purgeListeners(db: Db): Promise<void> {
  await sql`delete from event_listeners where until < now() - interval '1 day'`.execute(db)
}

/** The plan of each credential that may still be used, by the credential's id. Records no use. */
export async function findUsable(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Plan>> {
  const { rows } = await sql<{ id: string; plan: Plan }>`
    select c.id, u.plan from (
      select id, user_id from sessions where id = any(${ids}::uuid[]) and expires_at > now()
      union all
      select id, user_id from api_tokens
      where id = any(${ids}::uuid[]) and revoked_at is null and (expires_at is null or expires_at > now())
    ) c join users u on u.id = c.user_id
    where u.suspended_at is null`.execute(db)
  return new Map(rows.map(({ id, plan }) => [id, plan]))
}
