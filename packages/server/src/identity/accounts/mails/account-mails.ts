import type { Language } from '@galley/contract/identity/languages'
import { LINK_MAILS_PER_HOUR, RESET_LINK_VALID_MS, VERIFY_LINK_VALID_MS } from '@galley/contract/limits'
import { type NewMail, queueMails } from '../../../delivery/mail/queue-mail.ts'
import type { MailText } from '../../../delivery/mail/render-mail.ts'
import { addNotification } from '../../../delivery/notifications/add-notification.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import type { Notify } from '../../../platform/db/transact.ts'
import type { Account } from '../account-store.ts'
import * as mails from './account-mail-texts.ts'
import { issueLink } from './link-store.ts'

type Recipient = Pick<Account, 'id' | 'username' | 'email' | 'language'>

type SecurityDetail =
  | 'new_device'
  | 'password_changed'
  | 'email_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'token_issued'

/**
 * The messages about the account itself, which cannot be switched off. Those about its security are notifications too, so that
 * they arrive on a site that sends no mails.
 */
export class AccountMails {
  readonly #context: AppContext
  readonly #trx: Tx
  readonly #notify: Notify

  constructor(context: AppContext, trx: Tx, notify: Notify) {
    this.#context = context
    this.#trx = trx
    this.#notify = notify
  }

  async resetPassword(account: Recipient): Promise<void> {
    const url = await resetLink(this.#context, this.#trx, account.id, account.email)
    const text = mails.resetMail(this.#about(account), url)
    await this.#queue('reset_password', account, text, { validMs: RESET_LINK_VALID_MS })
  }

  /** To the current or a new address. */
  async verifyEmail(account: Recipient, email = account.email): Promise<void> {
    const token = await issueLink(this.#trx, 'verify', { user_id: account.id, email }, VERIFY_LINK_VALID_MS)
    const url = `${this.#origin}/verify-email?token=${token}`
    const text = mails.verifyMail(this.#about(account), url)
    await this.#queue('verify_email', { ...account, email }, text, { validMs: VERIFY_LINK_VALID_MS })
  }

  /**
   * The account wants an address that another one has. A link is issued and sent to nobody: what the account sees, and the time
   * that it takes, are the same as for a free address.
   */
  async addressTaken(account: Recipient, owner: Recipient, email: string): Promise<void> {
    await issueLink(this.#trx, 'verify', { user_id: account.id, email }, VERIFY_LINK_VALID_MS)
    await this.#queue('address_in_use', owner, mails.addressInUseMail(this.#about(owner)))
  }

  async passwordChanged(account: Recipient): Promise<void> {
    await this.#notifyOwner(account, 'password_changed')
    await this.#queue('password_changed', account, mails.passwordChangedMail(this.#about(account)))
  }

  async newDevice(account: Recipient, device: string | undefined): Promise<void> {
    const at = this.#context.clock.now()
    await this.#notifyOwner(account, 'new_device')
    await this.#queue('new_device', account, mails.newDeviceMail(this.#about(account), { device, at }))
  }

  async recoveryCodesMade(account: Recipient): Promise<void> {
    await this.#notifyOwner(account, 'recovery_codes_made')
    await this.#queue('recovery_codes_made', account, mails.recoveryCodesMail(this.#about(account)))
  }

  async passkeyAdded(account: Recipient, name: string): Promise<void> {
    await this.#notifyOwner(account, 'passkey_added')
    await this.#queue('passkey_added', account, mails.passkeyAddedMail(this.#about(account), name))
  }

  async passkeyRemoved(account: Recipient, name: string): Promise<void> {
    await this.#notifyOwner(account, 'passkey_removed')
    await this.#queue('passkey_removed', account, mails.passkeyRemovedMail(this.#about(account), name))
  }

  /** The token itself is shown once, to who asked for it, and never sent. `scopes`: null is all. */
  async tokenIssued(account: Recipient, { name, scopes }: { name: string; scopes: readonly string[] | null }) {
    await this.#notifyOwner(account, 'token_issued', name)
    await this.#queue('token_issued', account, mails.tokenIssuedMail(this.#about(account), name, scopes))
  }

  /** `account` as it was before. */
  async emailChanged(account: Recipient, email: string): Promise<void> {
    await this.#notifyOwner(account, 'email_changed')
    await this.#queue('email_changed', account, mails.emailChangedMail(this.#about(account), email))
  }

  /** Who is suspended cannot log in to read the notification, so the reason is in the mail too. */
  async suspended(account: Recipient, reason: string | null): Promise<void> {
    await this.#queue('account_suspended', account, mails.suspendedMail(this.#about(account), reason))
  }

  #notifyOwner({ id }: Recipient, detail: SecurityDetail, reason: string | null = null): Promise<void> {
    return addNotification(this.#trx, { kind: 'security', user_id: id, detail, reason })
  }

  get #origin(): string {
    return this.#context.settings.publicUrl.origin
  }

  #about({ username }: Recipient) {
    return { username, origin: this.#origin }
  }

  #queue(
    kind: string,
    { id, email, language }: Recipient,
    text: (language: Language) => MailText,
    more: Pick<NewMail, 'validMs'> = {},
  ) {
    const mail = {
      kind,
      userId: id,
      address: email,
      language,
      text,
      urgent: true,
      mostPerHour: LINK_MAILS_PER_HOUR,
      ...more,
    }
    return queueMails(this.#context, this.#trx, this.#notify, [mail])
  }
}

/** A link that sets a new password. `email`: to which it is sent; null for the operator's command, which prints it. */
export async function resetLink(
  { settings }: AppContext,
  trx: Tx,
  userId: string,
  email: string | null,
): Promise<string> {
  const token = await issueLink(trx, 'reset', { user_id: userId, email }, RESET_LINK_VALID_MS)
  return `${settings.publicUrl.origin}/password-reset?token=${token}`
}
