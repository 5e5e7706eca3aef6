import pg from 'pg'
import type { Logger } from '../core/logger.ts'

/** What `pg` connects with: a URL for a server of your own, or the parts of the embedded one. */
export type Connection = pg.ClientConfig

/**
 * For what belongs to one session: LISTEN, the lock of migrations, the worker. A pooler in transaction mode may give each
 * transaction another session, so these go past it.
 */
export function sessionConnection(connection: Connection, listenUrl: string | undefined): Connection {
  return listenUrl === undefined ? connection : { connectionString: listenUrl }
}

/** A pool of plain `pg`, with what all of ours have in common. */
export function openPool(connection: Connection, config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    // Waiting longer than this for a connection means that the database is down: say so instead of piling up requests.
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A database that does not answer does not confirm the end of a connection either; that must not keep the process alive.
    allowExitOnIdle: true,
    ...config,
  })
  // An idle connection that the server ends (restart, kill) is replaced at the next query; unheard, the event would end us.
  pool.on('error', error => log.warn(`a database connection was lost: ${error.message}`))
  // One that is in use tells its user, by the query that fails.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}
