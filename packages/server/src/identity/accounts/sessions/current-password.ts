import type { AppContext } from '../../../platform/context.ts'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { findAccount } from '../account-store.ts'
import { verifyPassword } from '../passwords.ts'
import { requireFewAttempts } from './log-in.ts'
import { forgetFailures, recordFailures } from './login-failures.ts'

/** A stolen session must not be enough to take over an account. */
export async function currentPasswordIssue(
  context: AppContext,
  principal: Principal,
  password: string | undefined,
  field = 'current_password',
): Promise<FieldIssue[]> {
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
