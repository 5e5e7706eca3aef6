import { Command } from 'commander'
import { RELEASE } from '../core/release.ts'
import { backupCommands } from './backup/backup-commands.ts'
import { restoreCommand } from './backup/restore-command.ts'
import { databaseCommands } from './commands/database-commands.ts'
import { invitationCommands } from './commands/invitation-commands.ts'
import { jobCommands } from './commands/job-commands.ts'
import { keyCommands } from './commands/key-commands.ts'
import { mailCommands } from './commands/mail-commands.ts'
import { migrateCommand } from './commands/migrate-command.ts'
import { auditCommands, commentCommands, postCommands, reportCommands } from './commands/moderation-commands.ts'
import { purchaseCommands } from './commands/purchase-commands.ts'
import { salonCommands } from './commands/salon-commands.ts'
import { searchCommands } from './commands/search-commands.ts'
import { serveCommand } from './commands/serve-command.ts'
import { siteCommands } from './commands/site-commands.ts'
import { userCommands } from './commands/user-commands.ts'
import { demoCommands } from './demo/demo-commands.ts'
import { doctorCommand } from './doctor/doctor-command.ts'

/** The operator's command line. Every command works with or without a running server. */
export function buildProgram(): Command {
  const program = new Command('galley')
    .description('Runs a Galley server and manages its users, salons and jobs.')
    .version(RELEASE)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nThrough npm: npm run -s galley -- <command>. Settings come from the environment; see docs/settings.md.',
    )
  program.addCommand(serveCommand())
  program.addCommand(migrateCommand())
  program.addCommand(doctorCommand())
  program.addCommand(userCommands())
  program.addCommand(invitationCommands())
  program.addCommand(postCommands())
  program.addCommand(commentCommands())
  program.addCommand(reportCommands())
  program.addCommand(auditCommands())
  program.addCommand(salonCommands())
  program.addCommand(purchaseCommands())
  program.addCommand(jobCommands())
  program.addCommand(siteCommands())
  program.addCommand(searchCommands())
  program.addCommand(mailCommands())
  program.addCommand(databaseCommands())
  program.addCommand(backupCommands())
  program.addCommand(restoreCommand())
  program.addCommand(keyCommands())
  program.addCommand(demoCommands())
  return throwInsteadOfExit(program)
}

/** Commander would exit by itself, with code 1 for usage errors too, and never as JSON. */
function throwInsteadOfExit(command: Command): Command {
  for (const child of command.commands) throwInsteadOfExit(child)
  return command.exitOverride().configureOutput({ outputError: () => {} })
}
