import { sql } from 'kysely'
import type { AppContext } from '../../packages/server/src/context.ts'
import { beginAgain } from '../../packages/server/src/db/transact.ts'

/** Gives up what is still to be delivered, so that it does not burden what is measured next. */
export async function emptyQueue({ db }: Pick<AppContext, 'db'>): Promise<void> {
  // In the order in which the server locks them, or the two could wait for each other.
  const giveUp = sql`
    with locked as (select delivery_id from undelivered where due_at is not null order by delivery_id for update)
    update undelivered u set due_at = null, status = 'failed' from locked where u.delivery_id = locked.delivery_id`
  await beginAgain(() => giveUp.execute(db))
}
