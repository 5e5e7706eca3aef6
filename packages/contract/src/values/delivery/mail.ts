/**
 * What becomes of a mail. `uncertain`: the connection was lost before the mail server replied, so the mail may have
 * arrived; it is not sent again unless an operator retries it.
 */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'uncertain', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]
