import { ArchiveReader } from '../../backup/archive/archive-reader.ts'
import { openAddress } from '../../backup/location/open-address.ts'
import { restoreBackup } from '../../backup/restore/restore-backup.ts'
import { undoRestore } from '../../backup/restore/undo-restore.ts'
import { AppError } from '../../core/errors.ts'
import { migrate, migrateJobs } from '../../db/migrate.ts'
import { findSecretKey, writeNewKey } from '../../db/secret-key.ts'
import { openStore } from '../../storage/open-store.ts'
import { askSecret } from '../ask-secret.ts'
import type { Output } from '../output.ts'
import { showProgress } from '../show-progress.ts'
import { withDatabase } from '../with-database.ts'

export async function runRestore(file: string, replace: boolean, output: Output): Promise<void> {
  await withDatabase(
    async ({ settings, log, session }) => {
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
          },
          key => settings.secretKey === undefined && writeNewKey(settings.dataDir, key),
        )
        progress.end()
        // The data is complete already. A start of the server would do the same.
        await migrate(session, log)
        output.result('The backup was restored.', {
          created_at: new Date(restored.header.created_at),
          rows: restored.manifest.tables.reduce((sum, table) => sum + table.rows, 0),
          images: restored.manifest.images.count,
          missing_images: restored.manifest.images.missing_count,
          skipped_tables: restored.skipped,
          replaced_data: restored.aside ?? null,
        })
      } finally {
        progress.end()
        archive.close()
      }
    },
    { alone: true },
  )
}

export async function runUndo(output: Output): Promise<void> {
  await withDatabase(
    async ({ session, log }) => {
      const aside = await undoRestore(session)
      await migrate(session, log)
      output.result('The data from before the restore is back.', { from: aside })
    },
    { alone: true },
  )
}
