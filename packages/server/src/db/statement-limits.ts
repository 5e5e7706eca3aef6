import pg from 'pg'
import type { Connection } from './pool.ts'

/** How long the statements of one user of the database may take. */
export interface StatementLimits {
  /** How long we wait for the answer to one statement. */
  readonly answerMs: number
  /** Asked when that time is over: true starts it anew. Without it, the statement has failed. */
  readonly mayGoOn?: () => Promise<boolean>
  /** What PostgreSQL itself ends inside a transaction, so that nothing there outlives a caller who gave up; 0 is no limit. */
  readonly statementMs: number
  readonly lockMs: number
}

/**
 * For requests. The HTTP server closes a connection that was silent for 15 s: a statement that gets no answer must fail long
 * before, also when the request had to wait 5 s for a connection.
 */
export const REQUEST_LIMITS: StatementLimits = { answerMs: 6000, statementMs: 5500, lockMs: 5000 }

/** For jobs and the operator's commands, which may take minutes. They fail only when the database answers nobody. */
export function backgroundLimits(connection: Connection): StatementLimits {
  return { answerMs: 6000, mayGoOn: () => answers(connection), statementMs: 600_000, lockMs: 20_000 }
}

/** For migrations: they wait for others, and for their own work, as long as it takes. */
export function migrationLimits(connection: Connection): StatementLimits {
  return { ...backgroundLimits(connection), statementMs: 0, lockMs: 0 }
}

/** Whether the database takes a new connection and answers on it. */
async function answers(connection: Connection): Promise<boolean> {
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
