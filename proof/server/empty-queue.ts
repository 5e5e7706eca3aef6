import { type AppContext, retryTransaction } from '@galley/server/testing/installation'
import { sql } from 'kysely'

/** Drops all pending deliveries, so that they do not affect the next measurement. */
export async function emptyQueue({ db }: Pick<AppContext, 'db'>): Promise<void> {
  // In the server's lock order, to avoid deadlocks.
  const giveUp = sql`
    with locked as (select delivery_id from undelivered where due_at is not null order by delivery_id for update)
    update undelivered u set due_at = null, status = 'failed' from locked where u.delivery_id = locked.delivery_id`
  await retryTransaction(() => giveUp.execute(db))
}
