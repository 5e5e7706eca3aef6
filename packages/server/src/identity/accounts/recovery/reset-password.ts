import { hash, randomInt } from 'node:crypto'
import { LINK_MAILS_PER_HOUR } from '@galley/contract/limits'
import type { ConfirmPasswordReset } from '@galley/contract/schemas/identity/accounts'
import { sendsMail } from '../../../delivery/mail/queue-mail.ts'
import type { AppContext } from '../../../platform/context.ts'
import { invalid } from '../../../platform/core/errors.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { type Notify, transact } from '../../../platform/db/transact.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { type Account, type AccountChange, findAccountByLogin, lockAccount, updateAccount } from '../account-store.ts'
import { mayComeBack } from '../deletion-rules.ts'
import { AccountMails } from '../mails/account-mails.ts'
import { countRecentLinks, deleteLinks, hasLink, takeLink } from '../mails/link-store.ts'
import { hashPassword } from '../passwords.ts'
import { forgetFailuresOf } from '../sessions/login-failures.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { deleteCodes } from './recovery-code-store.ts'

/**
 * The job runs after a random delay, in milliseconds, so that it does not slow down a request that is sent right after
 * the first: the time of that response would reveal whether the account exists.
 */
const DELAY = { least: 300, most: 2000 }

/** The job has no sweep that would repeat it. */
const ATTEMPTS = 5

/**
 * Leaves everything to a job: looking for the account here would make the response faster for unknown addresses. Requests for
 * an address above the limit do nothing: mails were sent within the hour, and their links are still valid.
 */
export async function requestPasswordReset(context: AppContext, email: string): Promise<void> {
  const key = hash('sha256', email.toLowerCase(), 'base64url')
  const runAt = new Date(context.clock.now().getTime() + randomInt(DELAY.least, DELAY.most))
  const allowance = await context.limits.resets.count(key)
  if (allowance?.allowed === false) return
  const when = { runAt, key, keepTime: true, attempts: ATTEMPTS }
  await transact(context, trx => enqueue(trx, 'send-password-reset', { email }, when))
}

/** The job. Does nothing for unknown addresses. */
export async function sendPasswordReset(context: AppContext, email: string): Promise<void> {
  if (!sendsMail(context)) return
  const found = await findAccountByLogin(context.db, email)
  if (found === undefined) return
  await transact(context, async (trx, notify) => {
    const account = await lockAccount(trx, found.id)
    const isSuspended = account.suspended_at !== null && !mayComeBack(account, context.clock.now())
    if (isSuspended || (await countRecentLinks(trx, account.id, 'reset')) >= LINK_MAILS_PER_HOUR) return
    await new AccountMails(context, trx, notify).resetPassword(account)
  })
}

/** Sets the password and ends all sessions. If the link came by mail, the address is verified as well. */
export async function confirmPasswordReset(
  context: AppContext,
  { token, password }: ConfirmPasswordReset,
): Promise<void> {
  // Before the expensive hash.
  if (!(await hasLink(context.db, 'reset', token))) throw invalidLink()
  const passwordHash = await hashPassword(password)
  await transact(context, async (trx, notify) => {
    const link = await takeLink(trx, 'reset', token)
    if (link === undefined) throw invalidLink()
    const account = await lockAccount(trx, link.user_id)
    const { email, email_verified_at } = account
    await replacePassword(context, trx, notify, account, {
      password_hash: passwordHash,
      email_verified_at: email === link.email ? (email_verified_at ?? context.clock.now()) : email_verified_at,
    })
  })
}

/** For an owner who could not log in. Whoever knows the old password is logged out. The account must be locked. */
export async function replacePassword(
  context: AppContext,
  trx: Tx,
  notify: Notify,
  account: Account,
  change: Pick<AccountChange, 'password_hash' | 'email_verified_at'>,
  { keepsCodes = false } = {},
): Promise<void> {
  await updateAccount(trx, account.id, change)
  await deleteOtherSessions(trx, account.id, undefined)
  await deleteLinks(trx, account.id)
  // Whoever knew the password may have made recovery codes. An owner who has just used one has made them.
  if (!keepsCodes) await deleteCodes(trx, account.id)
  // Whoever knew the password may have added a passkey, and an owner who needs a new password has none.
  await trx.deleteFrom('passkeys').where('user_id', '=', account.id).execute()
  await forgetFailuresOf(trx, account)
  await new AccountMails(context, trx, notify).passwordChanged(account)
  notify({ about: 'account', userId: account.id })
}

/** The same for a link that was used, has expired or never existed. */
export const invalidLink = () =>
  invalid({
    field: 'token',
    code: 'INVALID_VALUE',
    message: 'This link is not valid. It has been used, or it has expired.',
  })
