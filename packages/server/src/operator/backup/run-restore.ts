import { ArchiveReader } from '../../keeping/backup/archive/archive-reader.ts'
import { openAddress } from '../../keeping/backup/location/open-address.ts'
import { restoreBackup } from '../../keeping/backup/restore/restore-backup.ts'
import { undoRestore } from '../../keeping/backup/restore/undo-restore.ts'
import { AppError } from '../../platform/core/errors.ts'
import { SettingsError } from '../../platform/core/settings/environment-reader.ts'
import { migrateJobs } from '../../platform/db/migrate.ts'
import { findOpeningKey, findSecretKey, writeNewKey } from '../../platform/db/secret-key.ts'
import { openStore } from '../../platform/storage/open-store.ts'
import { sweepScratch } from '../../platform/storage/scratch-folder.ts'
import { askSecret } from '../ask-secret.ts'
import type { Output } from '../output.ts'
import { showProgress } from '../show-progress.ts'
import { withDatabase } from '../with-database.ts'

export async function runRestore(file: string, replace: boolean, output: Output): Promise<void> {
  await withDatabase(
    async ({ settings, log, session }, signal) => {
      const { location, name } = await openAddress(file, settings.backup.s3)
      if (name === undefined) throw new AppError('NOT_FOUND', `${file} is not a file.`)
      const archive = new ArchiveReader(await location.open(name))
      const progress = showProgress('Restoring the backup')
      try {
        await migrateJobs(session, log)
        const restored = await restoreBackup(
          archive,
          {
            connection: session,
            storage: await openStore(settings, log),
            dataDir: settings.dataDir,
            key: findSecretKey(settings),
          },
          {
            replace,
            askPassphrase: async () => settings.backup.passphrase ?? (await askSecret('Passphrase for the key: ')),
            onProgress: progress.update,
            signal,
          },
          key => settings.secretKey === undefined && writeNewKey(settings.dataDir, key),
        )
        progress.end()
        output.result('The backup was restored.', {
          created_at: new Date(restored.header.created_at),
          rows: restored.manifest.tables.reduce((sum, table) => sum + table.rows, 0),
          images: restored.manifest.images.count,
          missing_images: restored.manifest.images.missing_count,
          damaged_images: restored.damagedImages,
          skipped_tables: restored.skipped,
          skipped_columns: restored.skippedColumns,
          replaced_data: restored.aside ?? null,
        })
      } finally {
        progress.end()
        archive.close()
        // The restore has been committed, or has failed for another reason.
        await sweepScratch(settings.dataDir, new Date()).catch(error =>
          log.warn({ err: error }, 'temporary files could not be deleted'),
        )
      }
    },
    { alone: true, cleansUp: true },
  )
}

export async function runUndo(output: Output): Promise<void> {
  await withDatabase(
    async ({ settings, session, db }, signal) => {
      const aside = await undoRestore(session, signal)
      // With the key of another installation, or after it was lost.
      const key = await findOpeningKey(db, settings).catch(error => {
        if (error instanceof SettingsError) return undefined
        throw error
      })
      const otherKey =
        ' Its key is another one than that of this installation: set SECRET_KEY to it, or copy its secret.key to the data folder, before the next start.'
      output.result(`The data from before the restore is back.${key === undefined ? otherKey : ''}`, {
        from: aside,
        opens_database: key !== undefined,
      })
    },
    { alone: true, cleansUp: true },
  )
}
