import { sql, type Transaction } from 'kysely'
import { type Announcement, type Bus, CHANNEL } from './bus.ts'
import type { Db } from './database.ts'
import type { Tables } from './schema.ts'

export type Tx = Transaction<Tables>

/**
 * Runs `work` in one transaction. What it announces reaches this process at the commit, before the caller goes on,
 * and every other node through NOTIFY, which PostgreSQL sends only if the transaction commits.
 */
export async function transact<T>(
  context: { readonly db: Db; readonly bus: Bus },
  work: (trx: Tx, announce: (announcement: Announcement) => void) => Promise<T>,
): Promise<T> {
  const announcements: Announcement[] = []
  const result = await context.db.transaction().execute(async trx => {
    const result = await work(trx, announcement => announcements.push(announcement))
    for (const announcement of announcements) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`.execute(trx)
    }
    return result
  })
  for (const announcement of announcements) context.bus.deliver(announcement)
  return result
}
