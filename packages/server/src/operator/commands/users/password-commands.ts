import { SignUp } from '@galley/contract/schemas/identity/accounts'
import type { Command } from 'commander'
import { lockAccount } from '../../../identity/accounts/account-store.ts'
import { resetLink } from '../../../identity/accounts/mails/account-mails.ts'
import { hashPassword } from '../../../identity/accounts/passwords.ts'
import { replacePassword } from '../../../identity/accounts/recovery/reset-password.ts'
import { newSecret } from '../../../platform/core/credentials.ts'
import { rejectIssues } from '../../../platform/core/errors.ts'
import { checkBody } from '../../../platform/core/schema-check.ts'
import { transact } from '../../../platform/db/transact.ts'
import { databaseCommand } from '../../command.ts'
import { requireAccount } from './require-account.ts'
import { userRow } from './user-row.ts'

const GENERATED_PASSWORD_CHARACTERS = 20

export const checkSignUp = checkBody(SignUp)
export const newPassword = (): string => newSecret(GENERATED_PASSWORD_CHARACTERS)

export const passwordCommands = (): Command[] => [
  databaseCommand(
    'set-password <user>',
    'set a new password and end all sessions; without --password, one is generated and shown once',
    async (context, [login = ''], options, output) => {
      const password = String(options['password'] ?? newPassword())
      const account = await requireAccount(context, login)
      rejectIssues(checkSignUp({ username: account.username, email: account.email, password }))
      const password_hash = await hashPassword(password)
      await transact(context, async (trx, notify) => {
        await replacePassword(context, trx, notify, await lockAccount(trx, account.id), { password_hash })
      })
      output.result(`${account.username} has a new password; all sessions have ended.`, {
        ...userRow(account),
        ...(options['password'] ? {} : { password }),
      })
    },
  ).option('--password <password>', 'password (will be in the shell history)'),
  databaseCommand(
    'reset-link <user>',
    'print a link with which the owner sets a new password; valid for an hour, works once',
    async (context, [login = ''], _options, output) => {
      const account = await requireAccount(context, login)
      const url = await context.db.transaction().execute(trx => resetLink(context, trx, account.id, null))
      output.value(url, { username: account.username, url })
    },
  ),
]
