import { PAGE_LIMIT_MAX } from '@galley/contract/limits'
import { Command, CommanderError } from 'commander'
import { createContext } from '../create-context.ts'
import type { AppContext } from '../platform/context.ts'
import { migrate } from '../platform/db/migrate.ts'
import { jsonOutput, type Output, textOutput } from './output.ts'
import { withDatabase } from './with-database.ts'

export type Options = Readonly<Record<string, string | boolean | undefined>>

interface CommandContext extends AppContext {
  readonly migrated: readonly string[]
}

/** A command with `--json`. Its signature is its name and arguments: `set-plan <user> <plan>`. */
export function command(
  signature: string,
  description: string,
  work: (args: readonly string[], options: Options, output: Output) => Promise<void>,
): Command {
  const [name, ...names] = signature.split(' ')
  const command = new Command(name)
    .description(description)
    .option('--json', 'print JSON for programs')
    .action(async (...received: unknown[]) => {
      const command = received.at(-1) as Command
      const options = command.opts<Options>()
      const output = options['json'] ? jsonOutput : textOutput
      await work(command.args, options, output)
    })
  for (const argument of names) command.argument(argument)
  return command
}

/** A command on the database, which is migrated first. */
export function databaseCommand(
  signature: string,
  description: string,
  work: (context: CommandContext, args: readonly string[], options: Options, output: Output) => Promise<void>,
): Command {
  return command(signature, description, (args, options, output) =>
    withContext(context => work(context, args, options, output)),
  )
}

/** Runs a command on the server's database, whether the server runs or not. */
function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  return withDatabase(async ({ settings, log, session, db }) => {
    const migrated = await migrate(session, log)
    // A command only sends notifications, so its bus is never started.
    const context = await createContext(settings, log, session, db)
    try {
      return await work({ ...context, migrated })
    } finally {
      await context.bus.close()
    }
  })
}

/** For an option that is a number; commander passes it on as text. */
export function wholeNumber(text: string): string {
  if (!/^\d{1,9}$/.test(text)) throw misused(`"${text}" is not a whole number.`)
  return text
}

/** For `--limit`: a list of no entries would look as if there were none. */
export function positiveNumber(text: string): string {
  if (Number(wholeNumber(text)) === 0) throw misused('The limit must be at least 1.')
  return text
}

/** Adds the options of a list that is shown in pages; `pageOf` reads them. */
export const paged = (command: Command): Command =>
  command
    .option('--limit <n>', 'how many', positiveNumber, String(PAGE_LIMIT_MAX))
    .option('--offset <n>', 'how many to skip', wholeNumber, '0')

export const pageOf = (options: Options) => ({ limit: Number(options['limit']), offset: Number(options['offset']) })

/** An invalid value, reported like any other usage error. */
export function misused(message: string): CommanderError {
  return new CommanderError(2, 'galley.misused', message)
}
