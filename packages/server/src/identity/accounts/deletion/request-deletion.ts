import type { AppContext } from '../../../platform/context.ts'
import { rejectIssues } from '../../../platform/core/errors.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Account, lockAccount } from '../account-store.ts'
import { isPendingDeletion } from '../deletion-rules.ts'
import { currentPasswordIssue } from '../sessions/current-password.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { suspendAccount } from '../suspend-account.ts'
import { markDeletionRequested } from './purge-store.ts'

/** The owner wants the account deleted: it is hidden like a suspended one, and purged later unless the owner logs in. */
export async function requestOwnDeletion(
  context: AppContext,
  principal: Principal,
  password: string,
): Promise<Account> {
  rejectIssues(await currentPasswordIssue(context, principal, password))
  return requestDeletion(context, principal.userId)
}

/** `byOperator`: a log-in of the owner does not undo it. */
export function requestDeletion(context: AppContext, userId: string, { byOperator = false } = {}): Promise<Account> {
  const now = context.clock.now()
  return transact(context, async (trx, notify) => {
    const account = await lockAccount(trx, userId)
    // A suspension by the operator stays: a log-in must not end it.
    if (account.suspended_at === null || isPendingDeletion(account)) await suspendAccount(trx, notify, userId, now)
    await deleteOtherSessions(trx, userId, undefined)
    notify({ about: 'account', userId })
    return markDeletionRequested(trx, userId, now, byOperator)
  })
}
