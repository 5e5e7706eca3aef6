import type { Command } from 'commander'
import { databaseCommand } from '../command.ts'

export function migrateCommand(): Command {
  return databaseCommand(
    'migrate',
    'run the pending database migrations of this release',
    async (context, _args, _options, output) => {
      const { migrated } = context
      const sentence = migrated.length === 0 ? 'The database is up to date.' : 'The database was migrated.'
      output.result(sentence, { applied: migrated })
    },
  )
}
