import { type Kysely, sql } from 'kysely'

/** Which storage folder belongs to this database; at most one row. */
export async function storageIdentity(db: Kysely<unknown>): Promise<void> {
  await sql`create table storage_identity (one boolean primary key default true check (one), id text not null)`.execute(
    db,
  )
}
