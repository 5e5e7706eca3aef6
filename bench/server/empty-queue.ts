import { sql } from 'kysely'
import type { AppContext } from '../../packages/server/src/context.ts'

/** Gives up what is still to be delivered, so that it does not burden what is measured next. */
export async function emptyQueue({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await sql`
    update undelivered set due_at = null, status = 'failed' where due_at is not null`.execute(db)
}
