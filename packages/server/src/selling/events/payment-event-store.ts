import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { ProviderEvent } from '../providers/payment-provider.ts'

/**
 * False if the event was recorded before. Only what it means for a purchase of ours is stored: the report itself has the
 * buyer's name and address, and may be about another product of the same account.
 */
export async function insertPaymentEvent(
  trx: Tx,
  provider: string,
  event: ProviderEvent,
  purchaseId: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('payment_events')
    .values({
      provider,
      event_id: event.id,
      purchase_id: purchaseId,
      type: event.type,
      occurred_at: event.occurredAt,
      body: JSON.stringify(purchaseId === null ? {} : event.change),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Those of the events that were recorded, or that are to be read again. */
export async function findKnownEvents(
  db: Db,
  provider: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from payment_events where provider = ${provider} and event_id = any(${eventIds}::text[])
    union select event_id from failed_payment_events where provider = ${provider} and event_id = any(${eventIds}::text[])
    `.execute(db)
  return new Set(rows.map(({ event_id }) => event_id))
}

/** Providers list their events for 30 days. */
const LISTED_FOR = sql`interval '30 days'`

/**
 * The time up to which the events of the provider were listed; at first that of the first purchase. Undefined if there is
 * no purchase.
 */
export async function readListedUntil(db: Db, provider: string): Promise<Date | undefined> {
  const { rows } = await sql<{ listed_until: Date | null }>`
    select greatest(coalesce(
        (select listed_until from payment_listings where provider = ${provider}),
        (select min(created_at) from purchases where provider = ${provider})),
      case when exists (select from purchases where provider = ${provider}) then now() - ${LISTED_FOR} end) as listed_until
    `.execute(db)
  return rows[0]?.listed_until ?? undefined
}

export async function setListedUntil(db: Db, provider: string, until: Date): Promise<void> {
  await db
    .insertInto('payment_listings')
    .values({ provider, listed_until: until })
    .onConflict(conflict => conflict.column('provider').doUpdateSet({ listed_until: until }))
    .execute()
}

/** Keeps an event that could not be recorded. It is read again by the next run, then less and less often. */
export async function keepFailedEvent(db: Db, provider: string, eventId: string): Promise<void> {
  await sql`
    insert into failed_payment_events as f (provider, event_id) values (${provider}, ${eventId})
    on conflict (provider, event_id) do update set attempts = f.attempts + 1,
      due_at = now() + least(interval '1 minute' * 2 ^ least(f.attempts, 20), interval '6 hours')`.execute(db)
}

export async function listDueFailedEvents(db: Db, provider: string): Promise<string[]> {
  const rows = await db
    .selectFrom('failed_payment_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(100)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** `since` is the time of the first failure; null if there is none. */
export async function countFailedEvents(db: Db): Promise<{ readonly count: number; readonly since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(failed_at) as since from failed_payment_events`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}

export async function forgetFailedEvent(db: Db, provider: string, eventId: string): Promise<void> {
  await db
    .deleteFrom('failed_payment_events')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}

/** The provider does not have them any more. Returns their ids. */
export async function dropOldFailedEvents(db: Db): Promise<string[]> {
  const { rows } = await sql<{ event_id: string }>`
    delete from failed_payment_events where failed_at < now() - ${LISTED_FOR} returning event_id`.execute(db)
  return rows.map(({ event_id }) => event_id)
}
