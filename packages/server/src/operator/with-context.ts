import { Registry } from '@prometheus-io/client'
import type { Pool } from 'pg'
import { readEnvironment, readSettings } from '../config.ts'
import type { AppContext } from '../context.ts'
import { systemClock } from '../core/clock.ts'
import { createLogger } from '../core/logger.ts'
import { createRateLimits } from '../core/rate-limits.ts'
import { Bus } from '../db/bus.ts'
import { openDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { openSecretBox } from '../db/secret-key.ts'

export interface CommandContext extends AppContext {
  readonly pool: Pool
  readonly migrated: readonly string[]
}

/** Runs a command on the same database as the server, which may be running or not. */
export async function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  const settings = readSettings(readEnvironment())
  const log = await createLogger('warn', { terminal: process.stderr.isTTY, to: 'stderr' })
  const embedded = settings.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, as: { kind: 'command' }, log: line => log.debug(line) })
  try {
    const connection = embedded?.connection ?? { connectionString: settings.databaseUrl }
    const { db, pool, close } = openDatabase(connection, 4, log)
    try {
      const migrated = await migrate(db, pool)
      // A command says what it changes and hears nothing, so its bus is never started.
      const bus = new Bus(connection, log)
      const secretBox = await openSecretBox(db, settings)
      const limits = createRateLimits(settings.rateLimits, systemClock)
      return await work({ settings, db, bus, clock: systemClock, log, limits, secretBox, metrics: new Registry(), pool, migrated })
    } finally {
      // A connection that is cut off while everything ends is no news.
      log.level = 'silent'
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}
