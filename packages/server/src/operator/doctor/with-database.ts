import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../config.ts'
import { createLogger } from '../../core/logger.ts'
import { type Db, openDatabase } from '../../db/connection/database.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { databasePath } from '../../db/embedded/files/database-folder.ts'

/**
 * Connects without creating or migrating anything. The database is undefined if the embedded one does not exist yet.
 */
export async function withDatabase<T>(settings: Settings, work: (db: Db | undefined) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const isMissing = databaseUrl === undefined && !existsSync(join(databasePath(dataDir), 'cluster'))
  if (isMissing) return work(undefined)
  const log = await createLogger('silent')
  const embedded =
    databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir, as: { kind: 'command' }, log: () => {} })
      : undefined
  try {
    const connection = embedded?.connection ?? { connectionString: databaseUrl }
    const { backgroundDb, close } = openDatabase(connection, { poolMax: 1, prepared: false }, log)
    try {
      return await work(backgroundDb)
    } finally {
      await close()
    }
  } finally {
    await embedded?.stop()
  }
}
