import { readEnvironment, readSettings } from '../config.ts'
import type { AppContext } from '../context.ts'
import { createLogger } from '../core/logger.ts'
import { createContext } from '../create-context.ts'
import { openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { sessionConnection } from '../db/pool.ts'

export interface CommandContext extends AppContext {
  readonly migrated: readonly string[]
}

/** Runs a command on the server's database, whether the server runs or not. */
export async function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger('warn', { terminal: process.stderr.isTTY, to: 'stderr' })
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, as: { kind: 'command' }, log: line => log.debug(line) })
  try {
    const connection = embedded?.connection ?? { connectionString: settings.databaseUrl }
    const session = sessionConnection(connection, settings.databaseListenUrl)
    const { backgroundDb, close } = openDatabase(connection, { poolMax: 4, prepared: settings.databasePrepared }, log)
    try {
      const migrated = await migrate(session, log)
      // A command only sends notifications, so its bus is never started.
      const context = await createContext(settings, log, session, backgroundDb)
      try {
        return await work({ ...context, migrated })
      } finally {
        await context.bus.close()
      }
    } finally {
      // A connection that is closed during the exit is not an error.
      log.level = 'silent'
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}
