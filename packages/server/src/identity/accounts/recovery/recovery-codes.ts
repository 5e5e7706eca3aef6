import { RECOVERY_CODES } from '@galley/contract/limits'
import type { UseRecoveryCode } from '@galley/contract/schemas/identity/security'
import type { AppContext } from '../../../platform/context.ts'
import { invalid } from '../../../platform/core/errors.ts'
import { NIL_ID } from '../../../platform/core/ids.ts'
import { transact } from '../../../platform/db/transact.ts'
import { findAccountByLogin, lockAccount } from '../account-store.ts'
import { AccountMails } from '../mails/account-mails.ts'
import { hashPassword } from '../passwords.ts'
import { hasCode, newRecoveryCode, replaceCodes, takeCode } from './recovery-code-store.ts'
import { replacePassword } from './reset-password.ts'

/** New codes, which replace the earlier ones. */
export async function makeRecoveryCodes(context: AppContext, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await transact(context, async (trx, notify) => {
    const account = await lockAccount(trx, userId)
    await replaceCodes(trx, userId, codes)
    await new AccountMails(context, trx, notify).recoveryCodesMade(account)
  })
  return codes
}

/** Sets the password and ends all sessions. */
export async function applyRecoveryCode(
  context: AppContext,
  { login, code, password }: UseRecoveryCode,
): Promise<void> {
  const account = await findAccountByLogin(context.db, login)
  // An unknown login takes the same queries as a known one.
  const userId = account?.id ?? NIL_ID
  // Before the expensive hash.
  if (!(await hasCode(context.db, userId, code))) throw wrongCode()
  const passwordHash = await hashPassword(password)
  await transact(context, async (trx, notify) => {
    const locked = await lockAccount(trx, userId)
    if (!(await takeCode(trx, userId, code))) throw wrongCode()
    await replacePassword(context, trx, notify, locked, { password_hash: passwordHash }, { keepsCodes: true })
  })
}

const wrongCode = () =>
  invalid({ field: 'code', code: 'INVALID_VALUE', message: 'No account has this login and recovery code.' })
