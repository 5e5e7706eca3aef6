import type pg from 'pg'
import { withTimeout } from '../../core/limits/with-timeout.ts'
import { UnusableDatabaseError } from './database-fault.ts'
import { explainRefusal } from './explain-refusal.ts'

const CHANNEL = 'galley_session_check'
const ARRIVES_WITHIN_MS = 5000

/**
 * Refuses a pooler in transaction mode. Messages of other nodes would not arrive through it, and the lock of migrations
 * would stay in one of its sessions, so that later starts wait for it.
 */
export async function requireSessions(pool: pg.Pool): Promise<void> {
  const listener = await pool.connect().catch(explainRefusal)
  try {
    const arrived = new Promise<true>(resolve => listener.once('notification', () => resolve(true)))
    await listener.query(`listen ${CHANNEL}`)
    await pool.query(`notify ${CHANNEL}`)
    if (await withTimeout(ARRIVES_WITHIN_MS, arrived)) return
  } finally {
    listener.release(true)
  }
  throw new UnusableDatabaseError(
    'The database is reached through a pooler in transaction mode, where messages between sessions do not arrive. Set DATABASE_LISTEN_URL to a direct connection to PostgreSQL, and DATABASE_PREPARED=false unless the pooler supports prepared statements.',
  )
}
