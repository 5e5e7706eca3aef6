/** What other packages need to open the database of an installation, without the rest of the server. */

export { createContext } from '../../src/create-context.ts'
export { readSettings } from '../../src/platform/config.ts'
export type { AppContext } from '../../src/platform/context.ts'
export { createLogger } from '../../src/platform/core/logger.ts'
export { CHANNEL } from '../../src/platform/db/bus.ts'
export {
  type Database,
  type Db,
  isConnectionError,
  openDatabase,
  type Tx,
} from '../../src/platform/db/connection/database.ts'
export type { Connection } from '../../src/platform/db/connection/pool.ts'
export { program, usableBinaries } from '../../src/platform/db/embedded/binaries.ts'
export { connectionUrl } from '../../src/platform/db/embedded/connection.ts'
export { startEmbeddedPostgres } from '../../src/platform/db/embedded/embedded-postgres.ts'
export { createPrivateFolder, openDatabaseFolder } from '../../src/platform/db/embedded/files/database-folder.ts'
export { findPostmaster } from '../../src/platform/db/embedded/files/pid-file.ts'
export { migrate } from '../../src/platform/db/migrate.ts'
export type { Tables } from '../../src/platform/db/schema.ts'
export { retryTransaction, transact } from '../../src/platform/db/transact.ts'
