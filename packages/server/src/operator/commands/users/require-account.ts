import { type Account, findAccountByLogin } from '../../../identity/accounts/account-store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError } from '../../../platform/core/errors.ts'

export async function requireAccount(context: AppContext, login: string): Promise<Account> {
  const account = await findAccountByLogin(context.db, login)
  if (account === undefined) throw new AppError('NOT_FOUND', `There is no account "${login}". List them: users list`)
  return account
}
