import type { Settings } from '../../config.ts'
import { AppError, errorMessage } from '../../core/errors.ts'
import type { Db } from '../../db/connection/database.ts'
import type { Connection } from '../../db/connection/pool.ts'
import { findOpeningKey } from '../../db/secret-key.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import { archiveName, isArchiveName } from '../archive/manifest.ts'
import type { BackupLocation } from '../location/backup-location.ts'
import { openAddress } from '../location/open-address.ts'
import { finishRun, insertRun } from '../run-store.ts'
import { type BackupOptions, type BackupResult, createBackup } from './create-backup.ts'
import { withSnapshot } from './with-snapshot.ts'

interface Context {
  readonly settings: Settings
  readonly db: Db
  readonly session: Connection
  readonly storage: BlobStore
}

export interface MadeBackup extends BackupResult {
  readonly location: string
  /** Older backups that were deleted. */
  readonly removed: readonly string[]
  /** Why older backups could not be deleted, for example because the key of the bucket may only write. */
  readonly removalError: string | undefined
}

/**
 * Creates a backup at an address, and records its result. Returns where it is, too. While another backup runs, it is
 * refused: nothing is written or recorded.
 */
export async function makeBackup(
  { settings, db, session, storage }: Context,
  to: string,
  options: BackupOptions,
): Promise<MadeBackup> {
  const key = await requireKey(db, settings)
  const { location, name = archiveName(new Date()) } = await openAddress(to, settings.backup.s3)
  const result = await withSnapshot(session, client =>
    recorded(db, location.nameOf(name), () => createBackup({ client, storage, key }, location, name, options)),
  )
  const removal = to === settings.backup.to ? await removeOld(location, settings.backup.keep) : NOTHING_REMOVED
  return { ...result, location: location.nameOf(name), ...removal }
}

/** An attempt without a result, whose backup no longer runs, was killed. */
async function recorded(db: Db, location: string, create: () => Promise<BackupResult>): Promise<BackupResult> {
  const run = await insertRun(db, location)
  try {
    const result = await create()
    if (run !== undefined) await finishRun(db, run, { bytes: result.bytes })
    return result
  } catch (error) {
    const message = errorMessage(error)
    // The database may be the reason of the failure.
    if (run !== undefined) await finishRun(db, run, { error: message }).catch(() => {})
    throw error
  }
}

/** A backup with the wrong key could not be restored. */
async function requireKey(db: Db, settings: Settings): Promise<string> {
  const key = await findOpeningKey(db, settings)
  if (key !== undefined) return key
  throw new AppError(
    'VALIDATION_ERROR',
    'The key of this database was not found: SECRET_KEY, or the file secret.key in the data folder, is missing or another one.',
  )
}

type Removal = Pick<MadeBackup, 'removed' | 'removalError'>

const NOTHING_REMOVED: Removal = { removed: [], removalError: undefined }

/** Only in the configured place, and only backups whose names we have chosen. */
async function removeOld(location: BackupLocation, keep: number): Promise<Removal> {
  const removed: string[] = []
  try {
    const names = (await location.list()).map(({ name }) => name)
    for (const name of names.filter(isArchiveName).slice(0, -keep)) {
      await location.delete(name)
      removed.push(name)
    }
    return { removed, removalError: undefined }
  } catch (error) {
    return { removed, removalError: errorMessage(error) }
  }
}
