import type { MailTopic } from '@galley/contract/delivery/notifications'
import type { Language } from '@galley/contract/identity/languages'
import type { MailText } from '../../mail/render-mail.ts'

interface Digest {
  readonly username: string
  readonly items: readonly { readonly text: string; readonly url: string }[]
  /** How many there are beside the items. */
  readonly more: number
  readonly origin: string
  readonly unsubscribe: string | undefined
}

const SUBJECTS: Readonly<Record<Language, Readonly<Record<MailTopic, (count: number) => string>>>> = {
  en: {
    posts: count => `${count} new articles by authors you follow`,
    activity: count => `${count} new notifications`,
    alerts: count => `${count} messages about your account`,
  },
  ja: {
    posts: count => `フォロー中の著者の新しい記事 ${count}件`,
    activity: count => `新しい通知 ${count}件`,
    alerts: count => `アカウントに関するお知らせ ${count}件`,
  },
}

/** With the sentence itself as the subject if there is only one. */
export function digestText(language: Language, topic: MailTopic, digest: Digest): MailText {
  const { username, items, more, origin, unsubscribe } = digest
  const [first] = items
  const subject = items.length === 1 && first ? first.text : SUBJECTS[language][topic](items.length + more)
  const all = `${origin}/notifications`
  return language === 'ja'
    ? {
        subject,
        greeting: `@${username} さん`,
        paragraphs: [],
        items,
        ...(more > 0 && { action: { label: `ほか${more}件を見る`, url: all } }),
        footer: [
          ...(unsubscribe === undefined ? [] : [`この種類のメールを停止する：${unsubscribe}`]),
          `メールの設定：${all}/settings`,
        ],
      }
    : {
        subject,
        greeting: `Hello @${username},`,
        paragraphs: [],
        items,
        ...(more > 0 && { action: { label: `See ${more} more`, url: all } }),
        footer: [
          ...(unsubscribe === undefined ? [] : [`Stop e-mails of this kind: ${unsubscribe}`]),
          `Choose which e-mails you get: ${all}/settings`,
        ],
      }
}
