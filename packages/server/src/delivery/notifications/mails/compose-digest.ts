import { notificationPath } from '@galley/contract/delivery/notification-path'
import { notificationSentence } from '@galley/contract/delivery/notification-sentences'
import { MAIL_TOPICS, type MailTopic } from '@galley/contract/delivery/notifications'
import type { Notification } from '@galley/contract/schemas/delivery/notifications'
import type { ComposeMail } from '../../mail/mail-sender.ts'
import { mailLanguage } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { notificationView } from '../notification-view.ts'
import { findRecipient, readDigest } from './digest-store.ts'
import { digestText } from './digest-texts.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const ITEMS_MAX = 20

/**
 * Makes the mail about new notifications at the moment when it is sent: what was hidden, deleted or made private since it was
 * queued is not in it, nor what the recipient has read or does not want any more.
 */
export const composeDigest: ComposeMail = async (context, { userId, address }, source) => {
  const { db, settings } = context
  const topic = source['topic'] as MailTopic
  if (userId === null || !(topic in MAIL_TOPICS)) return undefined
  const recipient = await findRecipient(db, userId, address)
  if (recipient === undefined) return undefined
  const period = { from: new Date(String(source['from'])), until: new Date(String(source['until'])) }
  const told = (await readDigest(db, userId, topic, period)).map(row => notificationView(settings, row))
  if (told.length === 0) return undefined

  const { origin } = settings.publicUrl
  const language = mailLanguage(context, recipient.language)
  const items = told.slice(0, ITEMS_MAX).map(notification => ({
    text: notificationSentence(language, forMail(notification)),
    url: origin + (notificationPath(notification) ?? '/notifications'),
  }))
  const unsubscribe = unsubscribeUrl(context, topic, userId)
  const text = digestText(language, topic, {
    username: recipient.username,
    items,
    more: told.length - items.length,
    origin,
    unsubscribe,
  })
  return {
    ...renderMail(language, settings.site.name, text),
    ...(unsubscribe !== undefined && { unsubscribeUrl: unsubscribe }),
  }
}

/** The address of a webhook often has a secret in its path, and a display name may be made to deceive. */
const forMail = (notification: Notification): Notification => {
  const { actors, webhook } = notification
  return {
    ...notification,
    actors: actors.map(actor => ({ ...actor, display_name: nameOf(actor) })),
    webhook: webhook && { ...webhook, url: new URL(webhook.url).host },
  }
}

/** What mail programs show as a link, or what may be taken for another account. */
const ADDRESS = /[/@]|\S\.\S/

const nameOf = ({ username, display_name }: Notification['actors'][number]): string =>
  display_name === username || ADDRESS.test(display_name) ? `@${username}` : `${display_name} (@${username})`
