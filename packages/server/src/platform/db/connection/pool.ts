import pg from 'pg'
import type { Logger } from '../../core/logger.ts'

/** Connection settings for `pg`: a URL of an external server, or the parts of the embedded one. */
export type Connection = pg.ClientConfig

/** SQLSTATE of a change in a read-only transaction. */
export const READ_ONLY = '25006'

/**
 * For everything that needs one session: LISTEN, the migration lock, the worker. A pooler in transaction mode may use
 * another session for each transaction, so these bypass it.
 */
export function sessionConnection(connection: Connection, listenUrl: string | undefined): Connection {
  return listenUrl === undefined ? connection : { connectionString: listenUrl }
}

/** A plain `pg` pool with our common settings. */
export function openPool(connection: Connection, config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    // Waiting longer for a connection means that the database is down: fail instead of queueing requests.
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A database that does not respond does not confirm the end of a connection either; that must not keep the process
    // alive.
    allowExitOnIdle: true,
    ...config,
  })
  // An idle connection that the server ends (restart, kill) is replaced at the next query; an unhandled event would end
  // the process.
  pool.on('error', error => log.warn(`a database connection was lost: ${error.message}`))
  // If a connection is in use, its query fails and reports the error.
  pool.on('connect', client => void client.on('error', () => {}))
  closeReadOnlySessions(pool)
  return pool
}

/** A session that began while the database was read-only stays so. Closed after the first refusal, a new one replaces it. */
function closeReadOnlySessions(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.ClientBase>()
  pool.on('connect', client => {
    client.connection.on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) readOnly.add(client)
    })
  })
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end()
  })
}
