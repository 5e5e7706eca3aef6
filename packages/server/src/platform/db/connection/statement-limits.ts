import type { Plan } from '@galley/contract/identity/plans'
import pg from 'pg'
import type { Connection } from './pool.ts'

/** Time limits for the statements of one kind of database user. */
export interface StatementLimits {
  /** How long we wait for the result of one statement. */
  readonly responseMs: number
  /** Called when that time is over: true starts it again. Otherwise the statement has failed. */
  readonly shouldContinue?: () => Promise<boolean>
  /**
   * PostgreSQL's own limit inside a transaction, so that nothing there outlives a caller that gave up; 0 means no
   * limit.
   */
  readonly statementMs: number
  readonly lockMs: number
  /** How many bytes an account may store, by its plan; functions/storage-use.sql compares at the commit. */
  readonly quotas?: Readonly<Record<Plan, number>> | undefined
}

/**
 * For requests. The HTTP server closes a connection after 15 s without activity: a statement without a result must fail
 * long before that, even if the request waited 5 s for a connection.
 */
export const REQUEST_LIMITS: StatementLimits = { responseMs: 6000, statementMs: 5500, lockMs: 5000 }

/** For jobs and operator commands, which may take minutes. They fail only if the database does not respond at all. */
export function backgroundLimits(connection: Connection): StatementLimits {
  return { responseMs: 6000, shouldContinue: () => responses(connection), statementMs: 600_000, lockMs: 20_000 }
}

/** For migrations: no limit, neither for locks nor for their own work. */
export function migrationLimits(connection: Connection): StatementLimits {
  return { ...backgroundLimits(connection), statementMs: 0, lockMs: 0 }
}

/** Whether the database accepts a new connection and responds on it. */
async function responses(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3000, query_timeout: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => {})
  }
}
