import { readSettings } from '../../packages/server/src/config.ts'
import { type AppContext, createContext } from '../../packages/server/src/context.ts'
import { createLogger } from '../../packages/server/src/core/logger.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import type { Connection } from '../../packages/server/src/db/pool.ts'
import { RECEIVER_ENV } from '../../packages/server/test/support/receiver.ts'

export interface Attached {
  readonly context: AppContext
  readonly connection: Connection
  close(): Promise<void>
}

/** A separate context on the database in `dataDir`, besides a running server; it does not listen to notifications. */
export async function attach(dataDir: string): Promise<Attached> {
  const log = await createLogger('warn')
  const postgres = await startEmbeddedPostgres({ dataDir, as: { kind: 'command' }, log: () => {} })
  const { backgroundDb, close } = openDatabase(postgres.connection, { poolMax: 10 }, log)
  await migrate(postgres.connection, log)
  const context = await createContext(
    readSettings({ DATA_DIR: dataDir, ...RECEIVER_ENV }),
    log,
    postgres.connection,
    backgroundDb,
  )
  return {
    context,
    connection: postgres.connection,
    close: async () => {
      log.level = 'silent'
      await context.outbound.close()
      await close()
      await postgres.stop()
    },
  }
}
