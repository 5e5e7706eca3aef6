import type pg from 'pg'
import type { Settings } from '../../../platform/config.ts'
import { AppError, errorMessage } from '../../../platform/core/errors.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import type { Connection } from '../../../platform/db/connection/pool.ts'
import { findOpeningKey } from '../../../platform/db/secret-key.ts'
import type { BlobStore } from '../../../platform/storage/blob-store.ts'
import { archiveName, isArchiveName, type Manifest } from '../archive/manifest.ts'
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

export interface MakeOptions extends BackupOptions {
  /** Rejects if the backup at this place is not usable. Older backups stay then. */
  readonly verify?: (place: string, manifest: Manifest) => Promise<unknown>
}

/**
 * Creates a backup at an address, and records its result. Returns where it is, too. While another backup runs, it is
 * refused: nothing is written or recorded.
 */
export async function makeBackup(
  { settings, db, session, storage }: Context,
  to: string,
  options: MakeOptions,
): Promise<MadeBackup> {
  const key = await requireKey(db, settings)
  const { location, name = archiveName(new Date()) } = await openAddress(to, settings.backup.s3, settings)
  const place = location.nameOf(name)
  const create = async (client: pg.Client) => {
    const run = await insertRun(db, place)
    const finish = async (result: { bytes?: number; error?: string }) => {
      if (run !== undefined) await finishRun(db, run, result)
    }
    let made: BackupResult | undefined
    try {
      made = await createBackup({ client, storage, key }, location, name, options)
      // The lock stays: a verification is part of the attempt.
      await client.query('commit')
      await options.verify?.(place, made.manifest)
    } catch (error) {
      // It exists, so it is not tried again at once, unless its verification was only ended.
      const bytes = made && !options.signal?.aborted ? { bytes: made.bytes } : {}
      // The database may be the reason of the failure.
      await finish({ ...bytes, error: errorMessage(error) }).catch(() => {})
      throw error
    }
    await finish({ bytes: made.bytes })
    return made
  }
  const result = await withSnapshot(session, create, options.signal)
  const removal = to === settings.backup.to ? await removeOld(location, settings.backup.keep) : NOTHING_REMOVED
  return { ...result, location: place, ...removal }
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
