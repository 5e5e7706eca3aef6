import { createLogger, type Db, openDatabase } from '@galley/server/testing/installation'
import { DataFolder, NO_RATE_LIMITS, ServerProcess } from '@galley/server/testing/processes/galley-process'
import type { ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'

/** A server for a part that needs other settings than the target, or would disturb it. It starts in seconds. */
export async function withOwnServer(
  settings: ProcessSettings,
  work: (server: ServerProcess, db: Db) => Promise<void>,
): Promise<void> {
  const folder = new DataFolder()
  const common = { ...NO_RATE_LIMITS, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder.path }
  const server = await ServerProcess.ready({ ...common, ...settings })
  const { backgroundDb, close } = openDatabase(folder.connection(), { poolMax: 4 }, await createLogger('silent'))
  try {
    await work(server, backgroundDb)
  } finally {
    await close()
    await server.stop()
    folder.remove()
  }
}
