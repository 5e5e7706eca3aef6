import { PLANS } from '@galley/contract/identity/plans'
import { ROLES } from '@galley/contract/identity/roles'
import type { Command } from 'commander'
import { type Account, type AccountChange, changeAccount } from '../../../identity/accounts/account-store.ts'
import { endSetup } from '../../../identity/accounts/sign-up/setup-store.ts'
import { OPERATOR, recordAction } from '../../../identity/audit/record-action.ts'
import { restoreUser, suspendUser } from '../../../moderation/suspend-user.ts'
import type { AppContext } from '../../../platform/context.ts'
import { transact } from '../../../platform/db/transact.ts'
import { databaseCommand, misused } from '../../command.ts'
import { requireAccount } from './require-account.ts'
import { userRow } from './user-row.ts'

export const setCommands = (): Command[] => [
  setCommand('plan', 'Plans', PLANS, plan => ({ plan })),
  setCommand('role', 'Roles', ROLES, role => ({ role })),
]

function setCommand<T extends string>(
  field: string,
  plural: string,
  values: readonly T[],
  changeTo: (value: T) => AccountChange,
): Command {
  const names = values.join(', ')
  return databaseCommand(
    `set-${field} <user> <${field}>`,
    `set the ${field}: ${names}`,
    async (context, [login = '', given = ''], _options, output) => {
      const value = values.find(name => name === given)
      if (value === undefined) throw misused(`"${given}" is not a ${field}. ${plural} are: ${names}.`)
      const account = await change(context, login, changeTo(value))
      output.result(`${account.username} has the ${field} ${value} now.`, userRow(account))
    },
  )
}

export function markCommands(): Command[] {
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
  return marks.map(([name, description, run, outcome]) =>
    databaseCommand(`${name} <user>`, description, async (context, [login = ''], _options, output) => {
      const account = await run(context, login)
      output.result(`${account.username} ${outcome}.`, userRow(account))
    }),
  )
}

export function suspensionCommands(): Command[] {
  const suspensions = [
    [
      'suspend',
      'end all access at once and hide the content of the account; nothing is deleted',
      suspendUser,
      'is suspended',
      'why; told to the owner and recorded',
    ],
    [
      'restore',
      'restore the access and the content of a suspended account',
      restoreUser,
      'has access again',
      'why; recorded',
    ],
  ] as const
  return suspensions.map(([name, description, run, outcome, reason]) =>
    databaseCommand(`${name} <user>`, description, async (context, [login = ''], options, output) => {
      const { id } = await requireAccount(context, login)
      const account = await run(context, OPERATOR, id, options['reason'] ? String(options['reason']) : null)
      output.result(`${account.username} ${outcome}.`, userRow(account))
    }).option('--reason <text>', reason),
  )
}

/** Changes an account and notifies every node, which then drops it from its cache. */
async function change(context: AppContext, login: string, wanted: AccountChange): Promise<Account> {
  const { id } = await requireAccount(context, login)
  return transact(context, async (trx, notify) => {
    if (wanted.role !== undefined) await recordAction(trx, OPERATOR, 'user.set_role', id, wanted.role)
    if (wanted.role === 'admin') await endSetup(trx, notify)
    return changeAccount(trx, notify, id, wanted)
  })
}
