import type { ChangeMe } from '@galley/contract/schemas/identity/accounts'
import type { AppContext } from '../../platform/context.ts'
import { type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { blankIssue, httpUrlIssue } from '../../platform/core/field-rules.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { type Account, type AccountChange, changeAccount } from './account-store.ts'
import { AccountMails } from './mails/account-mails.ts'
import { deleteLinks } from './mails/link-store.ts'
import { hashPassword } from './passwords.ts'
import { currentPasswordIssue } from './sessions/current-password.ts'
import { deleteOtherSessions } from './sessions/session-store.ts'

export async function changeMe(context: AppContext, principal: Principal, input: ChangeMe): Promise<Account> {
  rejectIssues(await changeMeIssues(context, principal, input))
  const change: AccountChange = {
    ...(input.display_name !== undefined && { display_name: input.display_name.trim() }),
    ...(input.bio !== undefined && { bio: input.bio }),
    ...(input.avatar_url !== undefined && { avatar_url: input.avatar_url }),
  }
  if (input.password === undefined) {
    return transact(context, (trx, notify) => changeAccount(trx, notify, principal.userId, change))
  }

  const passwordHash = await hashPassword(input.password)
  return transact(context, async (trx, notify) => {
    const { kind, id } = principal.credential
    // Locks the account: a concurrent log-in with the old password waits for it, and then fails.
    const account = await changeAccount(trx, notify, principal.userId, { ...change, password_hash: passwordHash })
    await deleteOtherSessions(trx, principal.userId, kind === 'session' ? id : undefined)
    await deleteLinks(trx, principal.userId)
    await new AccountMails(context, trx, notify).passwordChanged(account)
    return account
  })
}

export async function changeMeIssues(
  context: AppContext,
  principal: Principal,
  input: ChangeMe,
): Promise<readonly FieldIssue[]> {
  return [
    ...blankIssue('display_name', input.display_name),
    ...httpUrlIssue('avatar_url', input.avatar_url),
    ...(input.password === undefined ? [] : await currentPasswordIssue(context, principal, input.current_password)),
  ]
}
