import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../core/logger.ts'
import { prepareStatements } from './prepared-statements.ts'
import type { Tables } from './schema.ts'

export type Db = Kysely<Tables>
/** A database in the middle of a transaction; asked for where being in one matters. */
export type Tx = Transaction<Tables>

/** What `pg` connects with: a URL for a server of your own, or the parts of the embedded one. */
export type Connection = pg.ClientConfig

export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

export function openDatabase(connection: Connection, poolMax: number, log: Logger): Database {
  const pool = new pg.Pool({
    ...connection,
    max: poolMax,
    application_name: 'galley',
    // Waiting longer than this for a connection means that the database is down: say so instead of piling up requests.
    connectionTimeoutMillis: 5000,
    // No statement of ours is slow; one that is must not hold its locks and its connection for ever.
    options:
      '-c statement_timeout=60000 -c lock_timeout=20000 -c idle_in_transaction_session_timeout=60000 -c TimeZone=UTC',
    keepAlive: true,
  })
  // An idle connection that the server ends (restart, kill) is replaced at the next query; unheard, the event would end us.
  pool.on('error', error => log.warn(`a database connection was lost: ${error.message}`))
  // One that is in use tells its user, by the query that fails.
  pool.on('connect', client => void client.on('error', () => {}))
  pool.on('connect', prepareStatements)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends a pool only after it has used it.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, close }
}

const PLAIN_CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True when the database could not be reached or is going away: worth a retry, unlike a faulty statement. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // Class 08: connection exception; 57P0x: shutdown, crash, cannot connect now; 53300: too many connections.
  if (/^(08...|57P0[1-5]|53300)$/.test(code) || PLAIN_CONNECTION_FAULTS.has(code)) return true
  // Where a connection breaks inside a transaction, the rollback's failure is the one that is heard.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client .* not queryable)/.test(error.message)
}

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** The name of the unique constraint that a statement broke, if that is what happened. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}
