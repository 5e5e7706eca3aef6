import {
  type AppContext,
  type Connection,
  createContext,
  createLogger,
  migrate,
  openDatabase,
  readSettings,
  startEmbeddedPostgres,
} from '@galley/server/testing/installation'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'

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
