import type { Language } from '@galley/contract/identity/languages'
import type { AppContext } from '../../platform/context.ts'
import { newId } from '../../platform/core/ids.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import type { Notify } from '../../platform/db/transact.ts'
import { insertMails } from './mail-store.ts'
import { type MailText, renderMail } from './render-mail.ts'

interface MailBase {
  readonly kind: string
  /** Null: the address belongs to no account. */
  readonly userId: string | null
  readonly address: string
  readonly language: Language | null
  /** After this time it is of no use, and is not sent any more. */
  readonly validMs?: number
  /** Sent before all others. */
  readonly urgent?: boolean
  /** The most mails of this kind to the address in an hour; further ones are not queued. */
  readonly mostPerHour?: number
}

/** Either the text itself, or what it is made of when it is sent: for mails about what may change in the meantime. */
export type NewMail = MailBase &
  ({ readonly text: (language: Language) => MailText } | { readonly source: Readonly<Record<string, unknown>> })

const VALID_MS = 3 * 24 * 3_600_000

type Context = Pick<AppContext, 'settings' | 'secretBox' | 'clock'>

/** The language of a mail to somebody who may not have chosen one. */
export const mailLanguage = ({ settings }: Pick<AppContext, 'settings'>, chosen: Language | null): Language =>
  chosen ?? settings.site.language ?? 'en'

/** Whether this installation sends mail at all. */
export const sendsMail = ({ settings }: Pick<AppContext, 'settings'>): boolean => settings.mail.smtp !== undefined

/**
 * Writes mails to the outbox, in the transaction of their cause: they are sent exactly if it commits. Without SMTP_URL, and to
 * addresses that cannot be reached or have had enough mails of the kind, nothing is written.
 */
export async function queueMails(context: Context, trx: Tx, notify: Notify, mails: readonly NewMail[]): Promise<void> {
  if (!sendsMail(context) || mails.length === 0) return
  const { site } = context.settings
  const nowMs = context.clock.now().getTime()
  await insertMails(
    trx,
    mails.map(mail => {
      const language = mailLanguage(context, mail.language)
      const content = 'text' in mail ? renderMail(language, site.name, mail.text(language)) : { source: mail.source }
      return {
        id: newId(),
        user_id: mail.userId,
        address: mail.address,
        kind: mail.kind,
        priority: mail.urgent ? 0 : 1,
        content: context.secretBox.seal(JSON.stringify(content)),
        expires_at: new Date(nowMs + (mail.validMs ?? VALID_MS)),
        most_per_hour: mail.mostPerHour ?? null,
      }
    }),
  )
  notify({ about: 'mail' })
}
