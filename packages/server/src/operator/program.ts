import { Command } from 'commander'
import { RELEASE } from '../platform/core/release.ts'

/** In the order of the help. A command loads its own file only, because all of them together load most of the server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve-command.ts')).serveCommand(),
  migrate: async () => (await import('./commands/database-commands.ts')).migrateCommand(),
  doctor: async () => (await import('./doctor/doctor-command.ts')).doctorCommand(),
  users: async () => (await import('./commands/user-commands.ts')).userCommands(),
  invitations: async () => (await import('./commands/invitation-commands.ts')).invitationCommands(),
  posts: async () => (await import('./commands/moderation-commands.ts')).postCommands(),
  comments: async () => (await import('./commands/moderation-commands.ts')).commentCommands(),
  reports: async () => (await import('./commands/moderation-commands.ts')).reportCommands(),
  audit: async () => (await import('./commands/moderation-commands.ts')).auditCommands(),
  salons: async () => (await import('./commands/salon-commands.ts')).salonCommands(),
  purchases: async () => (await import('./commands/purchase-commands.ts')).purchaseCommands(),
  jobs: async () => (await import('./commands/job-commands.ts')).jobCommands(),
  site: async () => (await import('./commands/site-commands.ts')).siteCommands(),
  search: async () => (await import('./commands/site-commands.ts')).searchCommands(),
  mail: async () => (await import('./commands/mail-commands.ts')).mailCommands(),
  database: async () => (await import('./commands/database-commands.ts')).databaseCommands(),
  backup: async () => (await import('./backup/backup-commands.ts')).backupCommands(),
  restore: async () => (await import('./backup/backup-commands.ts')).restoreCommand(),
  key: async () => (await import('./commands/key-commands.ts')).keyCommands(),
  demo: async () => (await import('./demo/seed-demo.ts')).demoCommands(),
}

/**
 * The operator's command line, with the command that is asked for, or with all of them. Every command works with or
 * without a running server.
 */
export async function buildProgram(asked = ''): Promise<Command> {
  const program = new Command('galley')
    .description('Runs a Galley server and manages its users, salons and jobs.')
    .version(RELEASE)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nThrough npm: npm run -s galley -- <command>. Settings come from the environment; see docs/settings.md.',
    )
  const wanted = Object.hasOwn(COMMANDS, asked) ? [asked] : Object.keys(COMMANDS)
  for (const name of wanted) program.addCommand(await COMMANDS[name]!())
  return throwInsteadOfExit(program)
}

/** Commander would exit by itself, with code 1 for usage errors too, and never as JSON. */
function throwInsteadOfExit(command: Command): Command {
  for (const child of command.commands) throwInsteadOfExit(child)
  return command.exitOverride().configureOutput({ outputError: () => {} })
}
