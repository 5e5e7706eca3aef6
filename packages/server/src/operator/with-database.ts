import { readEnvironment, readSettings, type Settings } from '../platform/config.ts'
import { createLogger, type Logger } from '../platform/core/logger.ts'
import { type Db, openDatabase } from '../platform/db/connection/database.ts'
import { type Connection, sessionConnection } from '../platform/db/connection/pool.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../platform/db/embedded/embedded-postgres.ts'
import { untilSignal } from './until-signal.ts'

export interface CommandDatabase {
  readonly settings: Settings
  readonly log: Logger
  /** For what needs one session. */
  readonly session: Connection
  readonly db: Db
}

/**
 * Opens the server's database for a command, whether the server runs or not. With `alone`, no server may run. Work that
 * has to clean up after a signal says `cleansUp`: other work is abandoned then.
 */
export async function withDatabase<T>(
  work: (database: CommandDatabase, signal: AbortSignal) => Promise<T>,
  { alone = false, cleansUp = false } = {},
): Promise<T> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger('warn', { terminal: process.stderr.isTTY, to: 'stderr' })
  const as = alone
    ? ({ kind: 'server', url: 'no address (a command that needs the database for itself)' } as const)
    : ({ kind: 'command' } as const)
  return connect(settings, { log, as, poolMax: 4, prepared: settings.databasePrepared, cleansUp }, work)
}

interface ConnectOptions extends Pick<EmbeddedPostgresOptions, 'as'> {
  readonly log: Logger
  readonly poolMax: number
  readonly prepared: boolean
  readonly cleansUp?: boolean
}

/** Opens the database of these settings, and closes it after the work. */
export function connect<T>(
  settings: Settings,
  { log, as, poolMax, prepared, cleansUp = false }: ConnectOptions,
  work: (database: CommandDatabase, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databaseListenUrl, dataDir } = settings
  return untilSignal(async signal => {
    const embedded = databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ dataDir, as, log: line => log.debug(line) })
    try {
      signal.throwIfAborted()
      const connection = embedded?.connection ?? { connectionString: databaseUrl }
      const session = sessionConnection(connection, databaseListenUrl)
      const { backgroundDb, close } = openDatabase(connection, { poolMax, prepared }, log)
      const working = work({ settings, log, session, db: backgroundDb }, signal)
      try {
        return await (cleansUp ? working : Promise.race([working, aborted(signal)]))
      } finally {
        // A connection that is closed during the exit is not an error.
        log.level = 'silent'
        // The statement of abandoned work ends with the database or with the process.
        if (!signal.aborted) await close()
      }
    } finally {
      await embedded?.stop()
    }
  })
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
