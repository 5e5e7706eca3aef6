import { type Kysely, sql } from 'kysely'

/**
 * A webhook's queue is leased to one node at a time. Only that node knows which deliveries are being sent, so that
 * claiming one writes nothing: each is written once, after its attempt.
 */
export async function leasedQueues(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column lease_token uuid, add column lease_until timestamptz(3)`.execute(db)
  // Deliveries that an older release had claimed are due now, not at the end of their lease.
  await sql`update deliveries set due_at = now(), lease_token = null where due_at is not null and lease_token is not null`.execute(
    db,
  )
  // Only pings are leased individually now, and those are few.
  await sql`drop index deliveries_leased`.execute(db)
  await sql`create index deliveries_pinging on deliveries (created_at) where lease_token is not null`.execute(db)
}
