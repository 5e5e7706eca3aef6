import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../platform/config.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { databasePath } from '../../platform/db/embedded/files/database-folder.ts'
import { connect } from '../with-database.ts'

/**
 * Connects without creating or migrating anything. The database is undefined if the embedded one does not exist yet.
 */
export async function withExistingDatabase<T>(
  settings: Settings,
  work: (db: Db | undefined) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const isMissing = databaseUrl === undefined && !existsSync(join(databasePath(dataDir), 'cluster'))
  if (isMissing) return work(undefined)
  const log = await createLogger('silent')
  return connect(settings, { log, as: { kind: 'command' }, poolMax: 1, prepared: false }, ({ db }) => work(db))
}
