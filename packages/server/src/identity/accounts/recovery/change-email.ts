import { LINK_MAILS_PER_HOUR } from '@galley/contract/limits'
import type { ChangeEmail, EmailState } from '@galley/contract/schemas/identity/accounts'
import { findUndeliverable } from '../../../delivery/mail/mail-store.ts'
import { sendsMail } from '../../../delivery/mail/queue-mail.ts'
import type { AppContext } from '../../../platform/context.ts'
import { AppError, rejectIssues } from '../../../platform/core/errors.ts'
import type { Principal } from '../../../platform/core/principal.ts'
import { brokenUniqueConstraint, type Tx } from '../../../platform/db/connection/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Account, findAccount, findAccountByLogin, lockAccount, updateAccount } from '../account-store.ts'
import { AccountMails } from '../mails/account-mails.ts'
import { countRecentLinks, deleteLinks, findPendingEmail, takeLink } from '../mails/link-store.ts'
import { currentPasswordIssue } from '../sessions/current-password.ts'
import { invalidLink } from './reset-password.ts'

export async function readEmail(context: AppContext, userId: string): Promise<EmailState> {
  const { db } = context
  const account = await findAccount(db, userId)
  if (account === undefined) throw new AppError('UNAUTHORIZED', 'The account does not exist any more.')
  const pending = await findPendingEmail(db, userId)
  const rejected = await findUndeliverable(db, account.email)
  return {
    email: account.email,
    verified: account.email_verified_at !== null,
    pending: pending === undefined || isSame(pending, account.email) ? null : pending,
    undeliverable:
      rejected === undefined ? null : { reason: rejected.reason, since: rejected.created_at.toISOString() },
    mail_enabled: sendsMail(context),
  }
}

/** Sends a link to the new address. The response is the same whether or not another account has that address. */
export async function changeEmail(context: AppContext, principal: Principal, input: ChangeEmail): Promise<EmailState> {
  requireMail(context)
  rejectIssues(await currentPasswordIssue(context, principal, input.current_password))
  const { userId } = principal
  await transact(context, async (trx, notify) => {
    const account = await lockAccount(trx, userId)
    await requireFewMails(trx, userId)
    await sendLink(trx, new AccountMails(context, trx, notify), account, input.email)
  })
  return readEmail(context, userId)
}

/** Sends the link again, to the pending address or the current one. */
export async function sendVerification(context: AppContext, userId: string): Promise<EmailState> {
  requireMail(context)
  await transact(context, async (trx, notify) => {
    const account = await lockAccount(trx, userId)
    const pending = await findPendingEmail(trx, userId)
    if (account.email_verified_at !== null && (pending === undefined || isSame(pending, account.email))) return
    await requireFewMails(trx, userId)
    await sendLink(trx, new AccountMails(context, trx, notify), account, pending ?? account.email)
  })
  return readEmail(context, userId)
}

async function sendLink(trx: Tx, mails: AccountMails, account: Account, email: string): Promise<void> {
  const owner = await findAccountByLogin(trx, email)
  if (owner === undefined || owner.id === account.id) await mails.verifyEmail(account, email)
  else await mails.addressTaken(account, owner, email)
}

export async function verifyEmail(context: AppContext, token: string): Promise<void> {
  try {
    await transact(context, async (trx, notify) => {
      const link = await takeLink(trx, 'verify', token)
      if (link === undefined || link.email === null) throw invalidLink()
      const account = await lockAccount(trx, link.user_id)
      if (isSame(link.email, account.email)) await markVerified(context, trx, account)
      else await replaceEmail(trx, context, account, link.email, new AccountMails(context, trx, notify))
      notify({ about: 'account', userId: account.id })
    })
  } catch (error) {
    // Another account has verified the address first.
    if (brokenUniqueConstraint(error) !== undefined) throw invalidLink()
    throw error
  }
}

async function markVerified({ clock }: AppContext, trx: Tx, account: Account): Promise<void> {
  await updateAccount(trx, account.id, { email_verified_at: account.email_verified_at ?? clock.now() })
}

async function replaceEmail(
  trx: Tx,
  { clock }: AppContext,
  account: Account,
  email: string,
  mails: AccountMails,
): Promise<void> {
  await updateAccount(trx, account.id, { email, email_verified_at: clock.now() })
  await deleteLinks(trx, account.id)
  await mails.emailChanged(account, email)
}

function requireMail(context: AppContext): void {
  if (sendsMail(context)) return
  throw new AppError('FORBIDDEN', 'This site sends no mails. Ask its operator to change the address.')
}

async function requireFewMails(trx: Tx, userId: string): Promise<void> {
  if ((await countRecentLinks(trx, userId, 'verify')) < LINK_MAILS_PER_HOUR) return
  throw new AppError('RATE_LIMITED', `At most ${LINK_MAILS_PER_HOUR} mails per hour. Try again later.`, {
    retryAfterSeconds: 3600,
  })
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
