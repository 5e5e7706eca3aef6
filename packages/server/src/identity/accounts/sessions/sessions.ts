import type { Language } from '@galley/contract/identity/languages'
import { USER_AGENT_MAX_CHARACTERS } from '@galley/contract/limits'
import type { AppContext } from '../../../platform/context.ts'
import { hashSecret, newSecret } from '../../../platform/core/credentials.ts'
import { AppError } from '../../../platform/core/errors.ts'
import { newId } from '../../../platform/core/ids.ts'
import { transact } from '../../../platform/db/transact.ts'
import type { StartedSession } from '../../../platform/operation.ts'
import { type Account, lockAccount, updateAccount } from '../account-store.ts'
import { isPendingDeletion, mayComeBack } from '../deletion-rules.ts'
import { AccountMails } from '../mails/account-mails.ts'
import { suspendAccount } from '../suspend-account.ts'
import { deviceName, rememberDevice, secretHash } from './devices.ts'
import { deleteExcessSessions, deleteSessionByHash, insertSession } from './session-store.ts'

interface Browser {
  readonly formerSecret: string | undefined
  readonly deviceSecret?: string | undefined
  readonly userAgent: string | undefined
  readonly language?: Language
  /** The kind of browser. The owner gets a mail about a log-in from a new one. */
  readonly device?: Buffer
}

/**
 * Starts a session and ends the browser's previous one: a log-in never reuses an existing session id (session
 * fixation).
 */
export async function startSession(context: AppContext, account: Account, browser: Browser): Promise<StartedSession> {
  const { formerSecret, deviceSecret } = browser
  const secret = newSecret()
  await transact(context, async (trx, notify) => {
    // The password may have been changed since it was checked, which has ended all other sessions.
    const current = await lockAccount(trx, account.id)
    if (current.password_hash !== account.password_hash)
      throw new AppError('UNAUTHORIZED', 'The password has just been changed.')
    if (current.suspended_at !== null) {
      if (!isPendingDeletion(current)) throw new AppError('FORBIDDEN', 'This account is suspended.')
      if (!mayComeBack(current, context.clock.now())) throw new AppError('FORBIDDEN', 'This account was deleted.')
      // A log-in cancels the deletion of the account.
      await suspendAccount(trx, notify, account.id, null)
    }
    const { language = current.language } = browser
    if (language !== current.language) await updateAccount(trx, account.id, { language })
    if (browser.device !== undefined && (await rememberDevice(trx, account.id, browser.device))) {
      await new AccountMails(context, trx, notify).newDevice(current, deviceName(browser.userAgent))
    }
    if (deviceSecret !== undefined) await rememberDevice(trx, account.id, secretHash(deviceSecret))
    if (formerSecret !== undefined) {
      const formerUserId = await deleteSessionByHash(trx, hashSecret(formerSecret))
      if (formerUserId !== undefined) notify({ about: 'account', userId: formerUserId })
    }
    const user_agent = browser.userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null
    await insertSession(trx, { id: newId(), user_id: account.id, token_hash: hashSecret(secret), user_agent })
    if (await deleteExcessSessions(trx, account.id)) notify({ about: 'account', userId: account.id })
  })
  return { secret, deviceSecret }
}
