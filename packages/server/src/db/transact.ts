import { sql } from 'kysely'
import type { SecretBox } from '../core/secret-box.ts'
import { type Announcement, type Bus, CHANNEL } from './bus.ts'
import { type Db, isDeadlock, type Tx } from './database.ts'
import { doOnce, type Once } from './once.ts'
import { isStalePlan } from './statement-names.ts'

export type Announce = (announcement: Announcement) => void
type Work<T> = (trx: Tx, announce: Announce) => Promise<T>

interface Context {
  readonly db: Db
  readonly bus: Bus
  readonly secretBox: SecretBox
}

/**
 * Runs `work` in one transaction. What it announces reaches this process at the commit, before the caller goes on,
 * and every other node through NOTIFY, which PostgreSQL sends only if the transaction commits.
 * With `once`, the result is the answer to the client, and a repeated request gets the first one's.
 */
export function transact<T>(context: Context, work: Work<T>, once?: Once): Promise<T> {
  return beginAgain(() => transactOnce(context, work, once))
}

const ATTEMPTS = 3

/**
 * Of two transactions that wait for each other, PostgreSQL ends one, as it does with one whose prepared statement is out of
 * date; nothing of it has happened, so it may begin again.
 */
export async function beginAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !(isDeadlock(error) || isStalePlan(error))) throw error
    }
  }
}

async function transactOnce<T>(context: Context, work: Work<T>, once?: Once): Promise<T> {
  const announcements: Announcement[] = []
  const result = await context.db.transaction().execute(async trx => {
    const run = () => work(trx, announcement => announcements.push(announcement))
    const result = await (once === undefined ? run() : doOnce(trx, context.secretBox, once, run))
    if (announcements.length > 0) {
      const messages = announcements.map(announcement => JSON.stringify(announcement))
      await sql`select pg_notify(${CHANNEL}, message) from unnest(${messages}::text[]) message`.execute(trx)
    }
    return result
  })
  for (const announcement of announcements) context.bus.deliver(announcement)
  return result
}

/** Runs `work` for its result and its faults alone: everything it wrote is rolled back. */
export async function dryRun<T>(context: Context, work: Work<T>): Promise<T> {
  const trx = await context.db.startTransaction().execute()
  try {
    return await work(trx, () => {})
  } finally {
    await trx.rollback().execute()
  }
}
