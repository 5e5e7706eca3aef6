import type { Settings } from '../config.ts'
import type { Connection } from '../db/connection/pool.ts'
import { connectionUrl, type Connection as EmbeddedConnection } from '../db/embedded/connection.ts'

/** How many of the 100 connections of the embedded database all request processes may use for queries. */
const EMBEDDED_CONNECTIONS = 60

/** The settings of request processes: the main process has the jobs and the embedded database. */
export function requestProcessEnvironment(settings: Settings, connection: Connection): Record<string, string> {
  const { workers, databasePoolMax, connectionsPerAddress } = settings
  return {
    WORKERS: '1',
    ROLE: 'api',
    // New connections go to one process after the other.
    CONNECTIONS_PER_ADDRESS: String(Math.ceil(connectionsPerAddress / workers)),
    ...(settings.databaseUrl === undefined && {
      DATABASE_URL: connectionUrl(connection as EmbeddedConnection),
      DATABASE_POOL_MAX: String(Math.min(databasePoolMax, Math.floor(EMBEDDED_CONNECTIONS / workers))),
    }),
    // As galley.mjs sets them for the main process.
    GALLEY_RESTARTED: 'yes',
    MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  }
}
