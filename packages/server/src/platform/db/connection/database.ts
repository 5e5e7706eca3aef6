import type { Plan } from '@galley/contract/identity/plans'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { errorCode } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { Tables } from '../schema.ts'
import { type Connection, openPool } from './pool.ts'
import { backgroundLimits, REQUEST_LIMITS, type StatementLimits } from './statement-limits.ts'
import { StatementNames, StatementPool } from './statement-pool.ts'

export type Db = Kysely<Tables>
/** A database in a transaction; required by functions that must run in one. */
export type Tx = Transaction<Tables>

export interface Database {
  /** For requests: a statement that takes several seconds fails. */
  readonly db: Db
  /** For jobs and commands: a statement may take minutes, as long as the database responds at all. */
  readonly backgroundDb: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly poolMax: number
  /** Whether statements are prepared under a name; not possible behind a pooler that does not support it. */
  readonly prepared?: boolean
  /** How long a caller waits for a connection; by default as long as every pool does. */
  readonly connectMs?: number
  /** How many bytes an account may store, by its plan; without them there is no limit. */
  readonly quotas?: Readonly<Record<Plan, number>>
}

export function openDatabase(
  connection: Connection,
  { poolMax, prepared = true, connectMs, quotas }: DatabaseOptions,
  log: Logger,
): Database {
  const limit = connectMs === undefined ? {} : { connectionTimeoutMillis: connectMs }
  const pool = openPool(connection, { max: poolMax, application_name: 'galley', ...limit }, log)
  const names = prepared ? new StatementNames(log) : undefined
  const over = (limits: StatementLimits) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new StatementPool(pool, { ...limits, quotas }, names) }),
    })
  return {
    db: over(REQUEST_LIMITS),
    backgroundDb: over(backgroundLimits(connection)),
    pool,
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}

const PLAIN_CONNECTION_FAULTS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * True if the database was unreachable, refused the connection, did not respond in time, is shutting down, read-only or
 * out of memory or disk space: a retry may succeed.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  // Class 08: connection exception; 28 and 3D: it rejects the user, the password or the name of the database; 53: no
  // disk space, memory or connection left; 57P0x: shutdown, crash, cannot connect now; 57014 and 55P03: PostgreSQL
  // cancelled a statement, or its wait for a lock, that took too long; 25006: it accepts no changes now.
  if (/^(08...|28...|3D...|53...|57P0[1-5]|57014|55P03|25006)$/.test(code) || PLAIN_CONNECTION_FAULTS.has(code))
    return true
  // If a connection breaks inside a transaction, the error of the rollback is the one that is thrown.
  return /^(Connection terminated|timeout exceeded when trying to connect|Client .* not queryable)/.test(error.message)
}

/** Raised by functions/storage-use.sql. */
export const QUOTA_EXCEEDED = 'QUOTA'

export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '40P01'
}

/** The name of the unique constraint that a statement violated, if it did. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
}
