import { type Kysely, sql } from 'kysely'

/** Up to when the events of each payment provider were listed, so that those whose webhook was lost are found. */
export async function paymentListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_listings (
      provider text primary key,
      listed_until timestamptz(3) not null
    )`.execute(db)
  // For the first listing: the first purchase of a provider.
  await sql`create index purchases_provider on purchases (provider, created_at)`.execute(db)
}
