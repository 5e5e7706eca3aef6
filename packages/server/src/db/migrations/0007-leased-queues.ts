import { type Kysely, sql } from 'kysely'

/**
 * A webhook's queue belongs to one node at a time, for as long as its lease lasts. That node alone knows which deliveries are
 * on their way, so that to claim one writes nothing: each is written once, when its attempt has ended.
 */
export async function leasedQueues(db: Kysely<unknown>): Promise<void> {
  await sql`alter table webhooks add column lease_token uuid, add column lease_until timestamptz(3)`.execute(db)
  // What an older release had claimed is due again now, and not at the end of its lease.
  await sql`update deliveries set due_at = now(), lease_token = null where due_at is not null and lease_token is not null`.execute(
    db,
  )
  // Of deliveries only pings are leased now, and those are few.
  await sql`drop index deliveries_leased`.execute(db)
  await sql`create index deliveries_pinging on deliveries (created_at) where lease_token is not null`.execute(db)
}
