import { readEnvironment, readSettings, type Settings } from '../config.ts'
import { createLogger, type Logger } from '../core/logger.ts'
import { type Db, openDatabase } from '../db/connection/database.ts'
import { type Connection, sessionConnection } from '../db/connection/pool.ts'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'

export interface CommandDatabase {
  readonly settings: Settings
  readonly log: Logger
  /** For what needs one session. */
  readonly session: Connection
  readonly db: Db
}

/** Opens the server's database for a command, whether the server runs or not. With `alone`, no server may run. */
export async function withDatabase<T>(
  work: (database: CommandDatabase) => Promise<T>,
  { alone = false } = {},
): Promise<T> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger('warn', { terminal: process.stderr.isTTY, to: 'stderr' })
  const as = alone
    ? ({ kind: 'server', url: 'no address (a command that needs the database for itself)' } as const)
    : ({ kind: 'command' } as const)
  return connect(settings, { log, as, poolMax: 4, prepared: settings.databasePrepared }, work)
}

interface ConnectOptions extends Pick<EmbeddedPostgresOptions, 'as'> {
  readonly log: Logger
  readonly poolMax: number
  readonly prepared: boolean
}

/** Opens the database of these settings, and closes it after the work. */
export async function connect<T>(
  settings: Settings,
  { log, as, poolMax, prepared }: ConnectOptions,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databaseListenUrl, dataDir } = settings
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir, as, log: line => log.debug(line) })
  try {
    const connection = embedded?.connection ?? { connectionString: databaseUrl }
    const session = sessionConnection(connection, databaseListenUrl)
    const { backgroundDb, close } = openDatabase(connection, { poolMax, prepared }, log)
    try {
      return await work({ settings, log, session, db: backgroundDb })
    } finally {
      // A connection that is closed during the exit is not an error.
      log.level = 'silent'
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}
