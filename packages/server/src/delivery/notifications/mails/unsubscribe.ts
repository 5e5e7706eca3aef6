import { timingSafeEqual } from 'node:crypto'
import { MAIL_TOPICS, type MailTopic } from '@galley/contract/delivery/notifications'
import type { AppContext } from '../../../platform/context.ts'
import { invalid } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import type { SecretBox } from '../../../platform/core/secret-box.ts'
import { setMailWanted } from './mail-settings-store.ts'

/**
 * Mails about webhooks, moderation and tokens ask their owner to act, so one click does not stop them. They are
 * switched off in the settings.
 */
const LINKED_TOPICS: readonly string[] = ['posts', 'activity'] satisfies MailTopic[]

/**
 * The address that ends mails of a topic without a log-in (RFC 8058). It is signed, valid for ever, and can do nothing else. A new
 * SECRET_KEY makes the links of earlier mails invalid; then the settings page is left.
 */
export function unsubscribeUrl(
  { settings, secretBox }: Pick<AppContext, 'settings' | 'secretBox'>,
  topic: MailTopic,
  userId: string,
): string | undefined {
  if (!LINKED_TOPICS.includes(topic)) return undefined
  return `${settings.publicUrl.origin}/unsubscribe?token=${unsubscribeToken(secretBox, topic, userId)}`
}

export const unsubscribeToken = (secretBox: SecretBox, topic: string, userId: string): string =>
  `${topic}.${userId}.${secretBox.token(`unsubscribe ${topic} ${userId}`)}`

/** Switches off the kinds of the topic. */
export async function unsubscribe(context: AppContext, token: string): Promise<void> {
  const [topic = '', userId = ''] = token.split('.')
  const expected = Buffer.from(unsubscribeToken(context.secretBox, topic, userId))
  const sent = Buffer.from(token)
  const isSigned = sent.length === expected.length && timingSafeEqual(sent, expected)
  if (!isSigned || !isUuid(userId) || !LINKED_TOPICS.includes(topic)) {
    throw invalid({
      field: 'token',
      code: 'INVALID_VALUE',
      message: 'This link is not valid. Choose in the settings of notifications which mails you get.',
    })
  }
  await setMailWanted(context.db, userId, MAIL_TOPICS[topic as MailTopic], false)
}
