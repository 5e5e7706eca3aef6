import type pg from 'pg'
import { lockForBackup } from '../../../platform/db/backup-lock.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import { withOneConnection } from '../../../platform/db/connection/one-connection.ts'
import type { Connection } from '../../../platform/db/connection/pool.ts'
import { PORTABLE_SETTINGS } from '../portable-settings.ts'

/**
 * Runs the work on one snapshot of the database. The lock is taken before the snapshot, so that no image that the
 * snapshot knows is deleted meanwhile. It is rejected if another backup holds the lock. The transaction writes nothing,
 * so it has no id and delays no events.
 */
export async function withSnapshot<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const onSnapshot = async (_db: Db, client: pg.Client) => {
    await lockForBackup(client)
    await client.query(['begin isolation level repeatable read read only', ...PORTABLE_SETTINGS].join('; '))
    return work(client)
  }
  return withOneConnection(connection, 'galley backup', onSnapshot, signal)
}
