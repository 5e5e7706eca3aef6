import { type Kysely, sql } from 'kysely'

/** The trace in which an event happened, so that its deliveries belong to it. */
export async function eventTraces(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column traceparent text`.execute(db)
}
