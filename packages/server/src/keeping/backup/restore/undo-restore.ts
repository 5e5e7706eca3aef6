import { AppError } from '../../../platform/core/errors.ts'
import type { Logger } from '../../../platform/core/logger.ts'
import { withOneConnection } from '../../../platform/db/connection/one-connection.ts'
import type { Connection } from '../../../platform/db/connection/pool.ts'
import { MIGRATION_LOCK, migrateInOneStep } from '../../../platform/db/migrate.ts'
import { rejectRunningServers } from '../key/running-servers.ts'
import { quoted } from '../tables.ts'
import { findAside, moveBack } from './aside.ts'

/** Brings back the data that the last restore has replaced, in one transaction. Returns the name of its schema. */
export async function undoRestore(connection: Connection, signal?: AbortSignal): Promise<string> {
  return withOneConnection(
    connection,
    'galley restore',
    async (db, client) => {
      await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
      await rejectRunningServers(db)
      const [aside] = await findAside(client)
      if (aside === undefined) {
        throw new AppError(
          'NOT_FOUND',
          'There is no replaced data: no restore has replaced any, or the server has started since.',
        )
      }
      return db.transaction().execute(async trx => {
        await moveBack(client, aside)
        await migrateInOneStep(trx)
        return aside
      })
    },
    signal,
  )
}

/** Deletes replaced data, after a server has started with the restored data. A failure does not end the server. */
export async function dropReplacedData(connection: Connection, log: Logger): Promise<void> {
  try {
    await withOneConnection(connection, 'galley', async (_db, client) => {
      for (const name of await findAside(client)) {
        await client.query(`drop schema if exists ${quoted(name)} cascade`)
        log.info(`deleted the data that a restore had replaced (${name})`)
      }
    })
  } catch (error) {
    log.warn({ err: error }, 'the data that a restore had replaced could not be deleted; the next start tries again')
  }
}
