import { Command } from 'commander'
import { readEnvironment, readSettings } from '../../platform/config.ts'
import { AppError } from '../../platform/core/errors.ts'
import { connectionUrl } from '../../platform/db/embedded/connection.ts'
import { findEmbeddedPostgres } from '../../platform/db/embedded/embedded-postgres.ts'
import { command, databaseCommand } from '../command.ts'

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

export function databaseCommands(): Command {
  const database = new Command('database').description('connect other programs to the database')

  database.addCommand(
    command(
      'url',
      'print the connection string of the database, with its password',
      async (_args, _options, output) => {
        const url = await findUrl()
        output.value(url, { url })
      },
    ),
  )
  return database
}

async function findUrl(): Promise<string> {
  const settings = readSettings(readEnvironment())
  if (settings.databaseUrl !== undefined) return settings.databaseUrl
  const connection = await findEmbeddedPostgres(settings.dataDir)
  if (connection !== undefined) return connectionUrl(connection)
  throw new AppError(
    'UNAVAILABLE',
    `The embedded database in ${settings.dataDir} does not run. Start the server first, with npm start or npm run dev.`,
  )
}
