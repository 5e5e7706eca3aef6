import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { ProviderEvent } from './providers/payment-provider.ts'

/** False if the event was recorded before. */
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
      body: JSON.stringify(event.body),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function isRecorded(db: Db, provider: string, eventId: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return found !== undefined
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
