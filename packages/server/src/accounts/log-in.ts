import type { LogIn } from '@galley/contract/schemas/accounts'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { enforce } from '../core/limits/rate-limits.ts'
import { type Account, findAccountByLogin } from './account-store.ts'
import { isPendingDeletion } from './deletion/deletion-rules.ts'
import { verifyPassword } from './passwords.ts'

export async function logIn(context: AppContext, input: LogIn): Promise<Account> {
  const account = await findAccountByLogin(context.db, input.login)
  // One count for each account, whichever of its login names is tried. Unknown logins are counted under a separate
  // prefix: a login that looks like an account's id must not use up that account's attempts.
  enforce(await context.limits.logins.count(account ? `account:${account.id}` : `login:${input.login.toLowerCase()}`))
  const matches = await verifyPassword(account?.password_hash, input.password)
  if (account === undefined || !matches) throw new AppError('UNAUTHORIZED', 'No account has this login and password.')
  if (account.suspended_at !== null && !isPendingDeletion(account))
    throw new AppError('FORBIDDEN', 'This account is suspended.')
  return account
}
