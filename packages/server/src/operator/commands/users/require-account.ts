import { type Account, findAccountByLogin } from '../../../accounts/account-store.ts'
import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../core/errors.ts'

export async function requireAccount(context: AppContext, login: string): Promise<Account> {
  const account = await findAccountByLogin(context.db, login)
  if (account === undefined) throw new AppError('NOT_FOUND', `There is no account "${login}". List them: users list`)
  return account
}
