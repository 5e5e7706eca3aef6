import type { Command } from 'commander'
import { command, misused } from '../command.ts'

export function restoreCommand(): Command {
  return command('restore [file]', 'restore a backup; no server may run', async ([file], options, output) => {
    // Loaded here, so that the start of a server does not load it.
    const { runRestore, runUndo } = await import('./run-restore.ts')
    if (options['undo'] === true) return runUndo(output)
    if (file === undefined) throw misused('Name the file of the backup.')
    await runRestore(file, options['replace'] === true, output)
  })
    .option('--replace', 'replace existing data; it is kept aside until the server has started')
    .option('--undo', 'bring back the data that the last restore has replaced')
}
