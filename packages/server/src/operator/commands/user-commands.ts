import { PLANS, type Plan } from '@galley/contract/accounts/plans'
import { ROLES } from '@galley/contract/accounts/roles'
import { SignUp } from '@galley/contract/schemas/accounts/accounts'
import { Command, Option } from 'commander'
import {
  type Account,
  type AccountChange,
  findAccountByLogin,
  listAccounts,
  lockAccount,
  updateAccount,
} from '../../accounts/account-store.ts'
import { purgeTime } from '../../accounts/deletion/deletion-rules.ts'
import { purgeAccount } from '../../accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../accounts/deletion/request-deletion.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { resetLink } from '../../accounts/recovery/account-mails.ts'
import { replacePassword } from '../../accounts/recovery/reset-password.ts'
import { createAccount } from '../../accounts/sign-up/sign-up.ts'
import type { AppContext } from '../../context.ts'
import { newSecret } from '../../core/credentials.ts'
import { AppError, refuse } from '../../core/errors.ts'
import { checkBody } from '../../core/schema-check.ts'
import { transact } from '../../db/transact.ts'
import { OPERATOR } from '../../moderation/actor.ts'
import { recordAction } from '../../moderation/audit-store.ts'
import { restoreUser, suspendUser } from '../../moderation/suspend-user.ts'
import { databaseCommand, misused, wholeNumber } from '../command.ts'

const GENERATED_PASSWORD_CHARACTERS = 20
const checkSignUp = checkBody(SignUp)

export function userCommands(): Command {
  const users = new Command('users').description('create accounts, change their plans, suspend and restore them')

  users.addCommand(
    databaseCommand(
      'create <username>',
      'create an account; without --password, a password is generated and shown once',
      async (context, [username = ''], options, output) => {
        const password = options['password'] ?? newSecret(GENERATED_PASSWORD_CHARACTERS)
        const input = {
          username,
          email: options['email'],
          password,
          ...(options['displayName'] && { display_name: options['displayName'] }),
        } as SignUp
        refuse(checkSignUp(input))
        const plan = (options['plan'] as Plan | undefined) ?? context.settings.defaultPlan
        let account = await createAccount(context.db, {
          ...input,
          plan,
          // The operator vouches for the address.
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
    databaseCommand('list', 'list accounts, oldest first', async (context, _args, options, output) => {
      const page = { limit: Number(options['limit']), offset: Number(options['offset']) }
      output.rows(
        'users',
        (await listAccounts(context.db, page)).map(userRow),
        'There are no accounts yet. Make one: users create <username> --email <address>',
      )
    })
      .option('--limit <n>', 'how many', wholeNumber, '100')
      .option('--offset <n>', 'how many to skip', wholeNumber, '0'),
  )

  users.addCommand(
    databaseCommand('show <user>', 'show one account', async (context, [login = ''], _options, output) => {
      const account = await requireAccount(context, login)
      output.result(`${account.display_name} (@${account.username})`, userRow(account))
    }),
  )

  users.addCommand(
    databaseCommand(
      'set-plan <user> <plan>',
      `set the plan: ${PLANS.join(', ')}`,
      async (context, [login = '', plan = ''], _options, output) => {
        const known = PLANS.find(name => name === plan)
        if (known === undefined) throw misused(`"${plan}" is no plan. Plans are: ${PLANS.join(', ')}.`)
        const account = await change(context, login, { plan: known })
        output.result(`${account.username} has the plan ${plan} now.`, userRow(account))
      },
    ),
  )

  users.addCommand(
    databaseCommand(
      'set-role <user> <role>',
      `set the role: ${ROLES.join(', ')}`,
      async (context, [login = '', role = ''], _options, output) => {
        const known = ROLES.find(name => name === role)
        if (known === undefined) throw misused(`"${role}" is no role. Roles are: ${ROLES.join(', ')}.`)
        const account = await change(context, login, { role: known })
        output.result(`${account.username} has the role ${role} now.`, userRow(account))
      },
    ),
  )

  users.addCommand(
    databaseCommand(
      'set-password <user>',
      'set a new password and end all sessions; without --password, one is generated and shown once',
      async (context, [login = ''], options, output) => {
        const password = String(options['password'] ?? newSecret(GENERATED_PASSWORD_CHARACTERS))
        const account = await requireAccount(context, login)
        refuse(checkSignUp({ username: account.username, email: account.email, password }))
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
  )

  users.addCommand(
    databaseCommand(
      'reset-link <user>',
      'print a link with which the owner sets a new password; valid for an hour, works once',
      async (context, [login = ''], _options, output) => {
        const account = await requireAccount(context, login)
        const url = await context.db.transaction().execute(trx => resetLink(context, trx, account.id, null))
        output.value(url, { username: account.username, url })
      },
    ),
  )

  users.addCommand(
    databaseCommand(
      'delete <user>',
      'delete an account: hidden at once, purged after 14 days unless its owner logs in',
      async (context, [login = ''], options, output) => {
        const { id, username } = await requireAccount(context, login)
        const account = await requestDeletion(context, id)
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

  const marks: [string, string, (context: AppContext, login: string) => Promise<Account>, string][] = [
    ['verify', 'mark as verified', (context, login) => change(context, login, { is_verified: true }), 'is verified'],
    [
      'unverify',
      'remove the verified badge',
      (context, login) => change(context, login, { is_verified: false }),
      'is not verified any more',
    ],
    [
      'verify-email',
      'mark the e-mail address as verified',
      (context, login) => change(context, login, { email_verified_at: context.clock.now() }),
      'has a verified e-mail address',
    ],
  ]
  for (const [name, description, run, outcome] of marks) {
    users.addCommand(
      databaseCommand(`${name} <user>`, description, async (context, [login = ''], _options, output) => {
        const account = await run(context, login)
        output.result(`${account.username} ${outcome}.`, userRow(account))
      }),
    )
  }
  const suspensions = [
    [
      'suspend',
      'end all access at once and hide the content of the account; nothing is deleted',
      suspendUser,
      'is suspended',
    ],
    ['restore', 'restore the access and the content of a suspended account', restoreUser, 'has access again'],
  ] as const
  for (const [name, description, run, outcome] of suspensions) {
    users.addCommand(
      databaseCommand(`${name} <user>`, description, async (context, [login = ''], options, output) => {
        const { id } = await requireAccount(context, login)
        const account = await run(context, OPERATOR, id, options['reason'] ? String(options['reason']) : null)
        output.result(`${account.username} ${outcome}.`, userRow(account))
      }).option('--reason <text>', 'why; recorded'),
    )
  }
  return users
}

/** Changes an account and notifies every node, which then drops it from its cache. */
async function change(context: AppContext, login: string, wanted: AccountChange): Promise<Account> {
  const { id } = await requireAccount(context, login)
  return transact(context, async (trx, notify) => {
    notify({ about: 'account', userId: id })
    if (wanted.role !== undefined) await recordAction(trx, OPERATOR, 'user.set_role', id, wanted.role)
    return updateAccount(trx, id, wanted)
  })
}

export async function requireAccount(context: AppContext, login: string): Promise<Account> {
  const account = await findAccountByLogin(context.db, login)
  if (account === undefined) throw new AppError('NOT_FOUND', `There is no account "${login}". List them: users list`)
  return account
}

const userRow = ({
  id,
  username,
  email,
  display_name,
  plan,
  role,
  is_verified,
  suspended_at,
  created_at,
}: Account) => ({
  id,
  username,
  email,
  display_name,
  plan,
  role,
  is_verified,
  suspended_at,
  created_at,
})
