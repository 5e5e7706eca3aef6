import { Command } from 'commander'
import { command, misused } from '../command.ts'
import { untilSignal } from '../until-signal.ts'

/** What these commands do is loaded when one of them runs, so that the start of a server does not load it. */
export function backupCommands(): Command {
  const backup = new Command('backup').description('create backups, verify and list them')

  backup.addCommand(
    command('create', 'create a backup while the server runs', async (_args, options, output) => {
      const { runBackup } = await import('./run-backup.ts')
      const [asks, verifies] = [options['passphrase'] === true, options['verify'] === true]
      await runBackup(options['to'], { asks, verifies }, output)
    })
      .option('--to <address>', 'a file, a folder, or s3://bucket/folder/ (default: BACKUP_TO)')
      .option('--verify', 'verify it, before older ones are deleted')
      .option('--passphrase', 'ask for a passphrase that encrypts the key in the backup (or set BACKUP_PASSPHRASE)'),
  )

  backup.addCommand(
    command(
      'verify <file>',
      'restore a backup into a temporary database, start on it and check everything',
      async ([file = ''], _options, output) => {
        const { verifyBackup } = await import('./verify-backup.ts')
        const { header, manifest, skipped, skippedColumns, damagedImages, seconds } = await untilSignal(signal =>
          verifyBackup(file, { signal }),
        )
        output.result('The backup is complete and can be restored.', {
          created_at: new Date(header.created_at),
          release: header.release,
          postgres: header.postgres,
          rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
          images: manifest.images.count,
          missing_images: manifest.images.missing_count,
          damaged_images: damagedImages,
          skipped_tables: skipped,
          skipped_columns: skippedColumns,
          seconds,
        })
      },
    ),
  )

  backup.addCommand(
    command('list', 'list the backups in a folder or bucket', async (_args, options, output) => {
      const { listBackups } = await import('./list-backups.ts')
      output.rows('backups', await listBackups(options['in']), 'There are no backups.')
    }).option('--in <address>', 'a folder, or s3://bucket/folder/ (default: BACKUP_TO)'),
  )
  return backup
}

export function restoreCommand(): Command {
  return command('restore [file]', 'restore a backup; no server may run', async ([file], options, output) => {
    const { runRestore, runUndo } = await import('./run-restore.ts')
    if (options['undo'] === true) return runUndo(output)
    if (file === undefined) throw misused('Name the file of the backup.')
    await runRestore(file, options['replace'] === true, output)
  })
    .option('--replace', 'replace existing data; it is kept aside until the server has started')
    .option('--undo', 'bring back the data that the last restore has replaced')
}
