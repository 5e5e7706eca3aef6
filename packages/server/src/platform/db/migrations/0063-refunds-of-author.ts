import { type Kysely, sql } from 'kysely'

/** Without it, the sales of a few days read every purchase of the author for its refunds. */
export async function refundsOfAuthor(db: Kysely<unknown>): Promise<void> {
  await sql`create index purchases_refunded on purchases (author_id) where status = 'refunded'`.execute(db)
}
