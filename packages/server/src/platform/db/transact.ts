import { sql } from 'kysely'
import type { SecretBox } from '../core/secret-box.ts'
import { traced } from '../core/tracing.ts'
import { type Bus, type BusMessage, sendMessages } from './bus.ts'
import { type Db, isDeadlock, type Tx } from './connection/database.ts'
import { isStalePlan } from './connection/statement-pool.ts'
import { type IdempotencyKey, runIdempotent } from './idempotency.ts'

/** `hides`: less is shown than before, so no other node may miss the message. */
export type Notify = (message: BusMessage, options?: { readonly hides: boolean }) => void
type Work<T> = (trx: Tx, notify: Notify) => Promise<T>

interface Context {
  readonly db: Db
  readonly bus: Bus
  readonly secretBox: SecretBox
}

/**
 * Runs `work` in one transaction. What it passes to `notify` reaches this server after the commit, before the caller
 * continues, and every other node soon after. With an idempotency key, the result is the response to the client, and a
 * repeated request gets the first one's.
 */
export function transact<T>(context: Context, work: Work<T>, idempotencyKey?: IdempotencyKey): Promise<T> {
  return retryTransaction(() => traced('transaction', {}, () => transactOnce(context, work, idempotencyKey)))
}

const ATTEMPTS = 3

/**
 * PostgreSQL aborts one of two deadlocked transactions, and one whose prepared statement is outdated. Nothing of it was
 * committed, so it can be retried.
 */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !(isDeadlock(error) || isStalePlan(error))) throw error
    }
  }
}

/**
 * Messages about what is no longer shown are part of the transaction: they are sent even if this process is killed after
 * the commit. So are those about the rights of accounts. Others may be lost if it is killed within `COLLECT_MS`: other
 * nodes then show the former state for up to a minute, the lifetime of their cache entries, because a NOTIFY in each
 * transaction would limit how many can commit. The dispatcher searches for deliveries every second, and streams of events
 * for missed events.
 */
async function transactOnce<T>(context: Context, work: Work<T>, idempotencyKey?: IdempotencyKey): Promise<T> {
  const messages: BusMessage[] = []
  const later: BusMessage[] = []
  const result = await context.db.transaction().execute(async trx => {
    const inTransaction: BusMessage[] = []
    const notify: Notify = (message, { hides } = { hides: message.about === 'account' }) => {
      messages.push(message)
      ;(hides ? inTransaction : later).push(message)
    }
    const run = () => work(trx, notify)
    const result = await (idempotencyKey === undefined
      ? run()
      : runIdempotent(trx, context.secretBox, idempotencyKey, run))
    if (inTransaction.length > 0) await sendMessages(trx, inTransaction)
    return result
  })
  context.bus.sendSoon(later)
  await context.bus.deliverOnThisServer(messages)
  return result
}

/** Runs `work` for its result and its errors only: everything it wrote is rolled back. */
export async function dryRun<T>(context: Context, work: Work<T>): Promise<T> {
  const trx = await context.db.startTransaction().execute()
  try {
    const result = await work(trx, () => {})
    // What is checked at the commit.
    await sql`set constraints all immediate`.execute(trx)
    return result
  } finally {
    await trx.rollback().execute()
  }
}
