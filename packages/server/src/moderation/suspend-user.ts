import { DELETED_USERNAME } from '@galley/contract/identity/deleted'
import { addNotification } from '../delivery/notifications/add-notification.ts'
import { type Account, findAccount, lockAccount } from '../identity/accounts/account-store.ts'
import { isPendingDeletion } from '../identity/accounts/deletion-rules.ts'
import { AccountMails } from '../identity/accounts/mails/account-mails.ts'
import { suspendAccount } from '../identity/accounts/suspend-account.ts'
import type { Actor } from '../identity/audit/record-action.ts'
import { recordAction } from '../identity/audit/record-action.ts'
import type { AppContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/core/errors.ts'
import { isUuid } from '../platform/core/ids.ts'
import { transact } from '../platform/db/transact.ts'

/** Ends all access of an account and hides its content. Nothing is deleted. */
export async function suspendUser(
  context: AppContext,
  actor: Actor,
  userId: string,
  reason: string | null,
): Promise<Account> {
  if (actor.userId === userId) throw new AppError('FORBIDDEN', 'You cannot suspend your own account.')
  return change(context, actor, userId, true, reason)
}

export function restoreUser(
  context: AppContext,
  actor: Actor,
  userId: string,
  reason: string | null,
): Promise<Account> {
  return change(context, actor, userId, false, reason)
}

/** An account that its owner deleted can be suspended on top of that: then a log-in does not bring it back. */
export const suspensionChanges = (account: Account, suspend: boolean): boolean =>
  suspend ? account.suspended_at === null || isPendingDeletion(account) : account.suspended_at !== null

function change(
  context: AppContext,
  actor: Actor,
  userId: string,
  suspend: boolean,
  reason: string | null,
): Promise<Account> {
  return transact(context, async (trx, notify) => {
    const found = isUuid(userId) ? await findAccount(trx, userId) : undefined
    // The comments of deleted accounts belong to that account, which is not a user's.
    if (found === undefined || found.username === DELETED_USERNAME) throw notFound('User')
    // Read again when it is locked: its owner may have deleted or restored it in the meantime.
    const before = await lockAccount(trx, userId)
    // The operator may do it: then the owner has asked for it.
    if (!suspend && actor.source === 'admin' && isPendingDeletion(before)) {
      throw new AppError('FORBIDDEN', 'The owner has deleted this account. Only a log-in of the owner brings it back.')
    }
    if (!suspensionChanges(before, suspend)) return before
    // An admin ends the suspension only: what its owner has deleted stays hidden.
    const hiddenSince = actor.source === 'admin' ? before.deletion_requested_at : null
    const account = await suspendAccount(trx, notify, userId, suspend ? context.clock.now() : hiddenSince)
    await recordAction(trx, actor, suspend ? 'user.suspend' : 'user.restore', userId, reason)
    // Read when the account is restored.
    await addNotification(trx, {
      kind: 'moderation',
      user_id: userId,
      detail: suspend ? 'account_suspended' : 'account_restored',
      reason: suspend ? reason : null,
    })
    if (suspend) await new AccountMails(context, trx, notify).suspended(account, reason)
    return account
  })
}
