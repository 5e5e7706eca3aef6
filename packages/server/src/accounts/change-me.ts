import type { ChangeMe } from '@galley/contract/schemas/accounts/accounts'
import type { AppContext } from '../context.ts'
import { type FieldFault, refuse } from '../core/errors.ts'
import { blankFault, httpUrlFault } from '../core/field-rules.ts'
import type { Principal } from '../core/principal.ts'
import { transact } from '../db/transact.ts'
import { type Account, type AccountChange, findAccount, updateAccount } from './account-store.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { AccountMails } from './recovery/account-mails.ts'
import { deleteLinks } from './recovery/link-store.ts'
import { requireFewAttempts } from './sessions/log-in.ts'
import { forgetFailures, recordFailures } from './sessions/login-failures.ts'
import { deleteOtherSessions } from './sessions/session-store.ts'

export async function changeMe(context: AppContext, principal: Principal, input: ChangeMe): Promise<Account> {
  refuse(await changeMeFaults(context, principal, input))
  const change: AccountChange = {
    ...(input.display_name !== undefined && { display_name: input.display_name.trim() }),
    ...(input.bio !== undefined && { bio: input.bio }),
    ...(input.avatar_url !== undefined && { avatar_url: input.avatar_url }),
  }
  if (input.password === undefined) {
    return transact(context, async (trx, notify) => {
      notify({ about: 'account', userId: principal.userId })
      return updateAccount(trx, principal.userId, change)
    })
  }

  const passwordHash = await hashPassword(input.password)
  return transact(context, async (trx, notify) => {
    const { kind, id } = principal.credential
    notify({ about: 'account', userId: principal.userId })
    // Locks the account first: a concurrent log-in with the old password waits for it, and then fails.
    const account = await updateAccount(trx, principal.userId, { ...change, password_hash: passwordHash })
    await deleteOtherSessions(trx, principal.userId, kind === 'session' ? id : undefined)
    await deleteLinks(trx, principal.userId)
    await new AccountMails(context, trx, notify).passwordChanged(account)
    return account
  })
}

export async function changeMeFaults(
  context: AppContext,
  principal: Principal,
  input: ChangeMe,
): Promise<readonly FieldFault[]> {
  return [
    ...blankFault('display_name', input.display_name),
    ...httpUrlFault('avatar_url', input.avatar_url),
    ...(input.password === undefined ? [] : await currentPasswordFault(context, principal, input.current_password)),
  ]
}

/** A stolen session must not be enough to take over an account. */
export async function currentPasswordFault(
  context: AppContext,
  principal: Principal,
  password: string | undefined,
  field = 'current_password',
): Promise<FieldFault[]> {
  if (password === undefined) {
    return [{ field, code: 'REQUIRED', message: 'This needs the current password.' }]
  }
  // Counted by session: guesses by others, at the log-in or with a stolen session, do not keep out the owner.
  const key = `current-password:${principal.credential.id}`
  await requireFewAttempts(context, key)
  const account = await findAccount(context.db, principal.userId)
  if (await verifyPassword(account?.password_hash, password)) {
    await forgetFailures(context.db, [key])
    return []
  }
  await recordFailures(context.db, [key], context.clock.now())
  return [{ field, code: 'INVALID_VALUE', message: 'This is not the current password.' }]
}
