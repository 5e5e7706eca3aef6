import type { Language } from '@galley/contract/languages'
import type { AppContext } from '../context.ts'
import { newId } from '../core/ids.ts'
import type { Tx } from '../db/database.ts'
import type { Notify } from '../db/transact.ts'
import { insertMails } from './mail-store.ts'
import { type MailText, renderMail } from './render-mail.ts'

export interface NewMail {
  readonly kind: string
  /** Null: the address belongs to no account. */
  readonly userId: string | null
  readonly address: string
  readonly language: Language | null
  readonly text: (language: Language) => MailText
  /** After this time it is of no use, and is not sent any more. */
  readonly validMs?: number
  /** Sent before all others. */
  readonly urgent?: boolean
  readonly unsubscribeUrl?: string
  /** At most so many mails of this kind to the address in an hour; further ones are left out silently. */
  readonly mostPerHour?: number
}

const VALID_MS = 3 * 24 * 3_600_000

type Context = Pick<AppContext, 'settings' | 'secretBox' | 'clock'>

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
    mails.map(
      ({
        kind,
        userId,
        address,
        language,
        text,
        validMs = VALID_MS,
        urgent = false,
        unsubscribeUrl,
        mostPerHour = null,
      }) => {
        const chosen = language ?? site.language ?? 'en'
        const content = { ...renderMail(chosen, site.name, text(chosen)), ...(unsubscribeUrl && { unsubscribeUrl }) }
        return {
          id: newId(),
          user_id: userId,
          address,
          kind,
          priority: urgent ? 0 : 1,
          content: context.secretBox.seal(JSON.stringify(content)),
          expires_at: new Date(nowMs + validMs),
          most_per_hour: mostPerHour,
        }
      },
    ),
  )
  notify({ about: 'mail' })
}
