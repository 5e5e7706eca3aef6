import type { Manifest } from '../../keeping/backup/archive/manifest.ts'
import { makeBackup } from '../../keeping/backup/create/make-backup.ts'
import { AppError, errorMessage } from '../../platform/core/errors.ts'
import { openStore } from '../../platform/storage/open-store.ts'
import { askSecret } from '../ask-secret.ts'
import { misused } from '../command.ts'
import type { Output } from '../output.ts'
import { showProgress } from '../show-progress.ts'
import { type CommandDatabase, withDatabase } from '../with-database.ts'
import { requireAddress } from './list-backups.ts'
import { requireRoomToVerify, verifyBackup } from './verify-backup.ts'

interface RunOptions {
  readonly asks: boolean
  readonly verifies: boolean
}

export async function runBackup(
  to: string | boolean | undefined,
  { asks, verifies }: RunOptions,
  output: Output,
): Promise<void> {
  const run = async ({ settings, log, session, db }: CommandDatabase, signal: AbortSignal) => {
    const address = requireAddress(to ?? settings.backup.to, '--to')
    const passphrase = settings.backup.passphrase ?? (asks ? await askSecret('Passphrase for the key: ') : undefined)
    if (asks && passphrase === undefined) throw misused('No passphrase was given.')
    const progress = showProgress('Creating the backup')
    const context = { settings, db, session, storage: await openStore(settings, log) }
    const verify = async (place: string, manifest: Manifest) => {
      progress.end()
      try {
        await requireRoomToVerify(manifest, settings)
        await verifyBackup(place, { signal, passphrase })
      } catch (error) {
        throw new AppError(
          'VALIDATION_ERROR',
          `The backup ${place} was created, and could not be verified. ${errorMessage(error)}`,
        )
      }
    }
    const options = { passphrase, signal, onProgress: progress.update, ...(verifies && { verify }) }
    const result = await makeBackup(context, address, options).finally(progress.end)
    const { tables, images } = result.manifest
    output.result(`The backup was created: ${result.location}`, {
      location: result.location,
      bytes: result.bytes,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      images: images.count,
      missing_images: images.missing_count,
      damaged_images: images.damaged_count ?? 0,
      key: passphrase === undefined ? 'readable' : 'encrypted',
      verified: verifies,
      removed: result.removed,
      ...(result.removalError !== undefined && { removal_error: result.removalError }),
    })
  }
  await withDatabase(run, { cleansUp: true })
}
