import { makeBackup } from '../../backup/create/make-backup.ts'
import { openStore } from '../../storage/open-store.ts'
import { askSecret } from '../ask-secret.ts'
import { misused } from '../command.ts'
import type { Output } from '../output.ts'
import { showProgress } from '../show-progress.ts'
import { withDatabase } from '../with-database.ts'
import { requireAddress } from './list-backups.ts'

export async function runBackup(to: string | boolean | undefined, asks: boolean, output: Output): Promise<void> {
  await withDatabase(async ({ settings, log, session, db }) => {
    const address = requireAddress(to ?? settings.backup.to, '--to')
    const passphrase = settings.backup.passphrase ?? (asks ? await askSecret('Passphrase for the key: ') : undefined)
    if (asks && passphrase === undefined) throw misused('No passphrase was given.')
    const progress = showProgress('Creating the backup')
    const context = { settings, db, session, storage: await openStore(settings, log) }
    const result = await makeBackup(context, address, { passphrase, onProgress: progress.update }).finally(progress.end)
    const { tables, images } = result.manifest
    output.result(`The backup was created: ${result.location}`, {
      location: result.location,
      bytes: result.bytes,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      images: images.count,
      missing_images: images.missing_count,
      key: passphrase === undefined ? 'readable' : 'encrypted',
      removed: result.removed,
      ...(result.removalError !== undefined && { removal_error: result.removalError }),
    })
  })
}
