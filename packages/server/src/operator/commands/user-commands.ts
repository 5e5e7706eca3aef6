import { PLANS, type Plan } from '@galley/contract/identity/plans'
import type { SignUp } from '@galley/contract/schemas/identity/accounts'
import { Command, Option } from 'commander'
import { listAccounts, updateAccount } from '../../identity/accounts/account-store.ts'
import { purgeAccount } from '../../identity/accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../identity/accounts/deletion/request-deletion.ts'
import { purgeTime } from '../../identity/accounts/deletion-rules.ts'
import { createAccount } from '../../identity/accounts/sign-up/sign-up.ts'
import { rejectIssues } from '../../platform/core/errors.ts'
import { databaseCommand, paged, pageOf } from '../command.ts'
import { markCommands, setCommands, suspensionCommands } from './users/change-commands.ts'
import { checkSignUp, newPassword, passwordCommands } from './users/password-commands.ts'
import { requireAccount } from './users/require-account.ts'
import { userRow } from './users/user-row.ts'

export function userCommands(): Command {
  const users = new Command('users').description('create accounts, change their plans, suspend and restore them')

  users.addCommand(
    databaseCommand(
      'create <username>',
      'create an account; without --password, a password is generated and shown once',
      async (context, [username = ''], options, output) => {
        const password = options['password'] ?? newPassword()
        const input = {
          username,
          email: options['email'],
          password,
          ...(options['displayName'] && { display_name: options['displayName'] }),
        } as SignUp
        rejectIssues(checkSignUp(input))
        const plan = (options['plan'] as Plan | undefined) ?? context.settings.defaultPlan
        let account = await createAccount(context.db, {
          ...input,
          plan,
          // The operator has entered the address, so it counts as verified.
          email_verified_at: context.clock.now(),
        })
        if (options['verified']) account = await updateAccount(context.db, account.id, { is_verified: true })
        output.result(`Created ${username}.`, { ...userRow(account), ...(options['password'] ? {} : { password }) })
      },
    )
      .requiredOption('--email <address>', 'e-mail address')
      .option('--password <password>', 'password (will be in the shell history)')
      .option('--display-name <name>', 'display name')
      .addOption(new Option('--plan <plan>', 'plan; without it, that of DEFAULT_PLAN').choices(PLANS))
      .option('--verified', 'mark as verified'),
  )

  users.addCommand(
    paged(
      databaseCommand('list', 'list accounts, oldest first', async (context, _args, options, output) => {
        output.rows(
          'users',
          (await listAccounts(context.db, pageOf(options))).map(userRow),
          'There are no accounts yet. Make one: users create <username> --email <address>',
        )
      }),
    ),
  )

  users.addCommand(
    databaseCommand('show <user>', 'show one account', async (context, [login = ''], _options, output) => {
      const account = await requireAccount(context, login)
      output.result(`${account.display_name} (@${account.username})`, userRow(account))
    }),
  )

  for (const command of [...setCommands(), ...passwordCommands()]) users.addCommand(command)

  users.addCommand(
    databaseCommand(
      'delete <user>',
      'delete an account: hidden at once, purged after 14 days unless "users restore" brings it back',
      async (context, [login = ''], options, output) => {
        const { id, username } = await requireAccount(context, login)
        const account = await requestDeletion(context, id, { byOperator: true })
        if (options['now']) {
          await purgeAccount(context, id)
          output.result(`${username} is deleted.`, { id, username, purged: true })
          return
        }
        const purgeAt = purgeTime(account.deletion_requested_at ?? context.clock.now())
        output.result(`${username} is hidden, and will be purged on ${purgeAt.toISOString().slice(0, 10)}.`, {
          id,
          username,
          purged: false,
          purge_at: purgeAt,
        })
      },
    ).option('--now', 'purge it at once, for ever'),
  )

  for (const command of [...markCommands(), ...suspensionCommands()]) users.addCommand(command)
  return users
}
