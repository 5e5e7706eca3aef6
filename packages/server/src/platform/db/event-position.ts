import { type RawBuilder, sql } from 'kysely'

/**
 * The place of a transaction in the order of events: its id, plus what a restored backup requires to come after all
 * events of the former cluster (docs/adr/0016).
 */
export const eventPosition = (transactionId: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${transactionId}::text::bigint + (select ahead from event_positions))::text::xid8`
