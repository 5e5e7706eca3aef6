import type { Language } from '@galley/contract/languages'
import type { NotificationKind } from '@galley/contract/notifications'

export interface Told {
  /** The names of the latest people, and how many more there are. */
  readonly names: readonly string[]
  readonly more: number
  readonly count: number
  readonly title: string
  readonly detail: string | null
}

interface Texts {
  readonly title: string
  readonly none: string
  readonly markRead: string
  readonly isNew: string
  readonly settings: string
  readonly save: string
  readonly kinds: Readonly<Record<NotificationKind, string>>
  readonly sentences: Readonly<Record<NotificationKind, (told: Told) => string>>
}

const people = (told: Told) =>
  told.more > 0
    ? `${told.names.join(', ')} and ${told.more} more`
    : new Intl.ListFormat('en', { type: 'conjunction' }).format(told.names)

const en: Texts = {
  title: 'Notifications',
  none: 'Nothing has happened yet.',
  markRead: 'Mark all as read',
  isNew: 'new',
  settings: 'What to show',
  save: 'Save',
  kinds: {
    comment: 'Comments on my posts',
    follow: 'New followers',
    post: 'New posts of authors that I follow',
    webhook: 'Webhooks in trouble',
  },
  sentences: {
    comment: told =>
      told.count === 1
        ? `${people(told)} commented on “${told.title}”`
        : `${told.count} comments on “${told.title}” by ${people(told)}`,
    follow: told => `${people(told)} ${told.count === 1 ? 'follows' : 'follow'} you`,
    post: told => `${people(told)} published “${told.title}”`,
    webhook: told =>
      told.detail === 'disabled'
        ? `The webhook ${told.title} was disabled after repeated failures`
        : `Deliveries to the webhook ${told.title} fail`,
  },
}

const peopleJa = ({ names, more }: Told) =>
  `${names.map(name => `${name}さん`).join('、')}${more > 0 ? `ほか${more}人` : ''}`

const ja: Texts = {
  title: '通知',
  none: '通知はまだありません。',
  markRead: 'すべて既読にする',
  isNew: '新着',
  settings: '表示する通知',
  save: '保存する',
  kinds: {
    comment: '自分の記事へのコメント',
    follow: '新しいフォロワー',
    post: 'フォロー中の著者の新しい記事',
    webhook: 'Webhookの問題',
  },
  sentences: {
    comment: told =>
      told.count === 1
        ? `${peopleJa(told)}が「${told.title}」にコメントしました`
        : `${peopleJa(told)}から「${told.title}」に${told.count}件のコメントがありました`,
    follow: told => `${peopleJa(told)}があなたをフォローしました`,
    post: told => `${peopleJa(told)}が「${told.title}」を公開しました`,
    webhook: told =>
      told.detail === 'disabled'
        ? `Webhook（${told.title}）は、失敗が続いたため無効になりました`
        : `Webhook（${told.title}）への配信が失敗しています`,
  },
}

const TEXTS: Readonly<Record<Language, Texts>> = { en, ja }

export const notificationTexts = (language: Language): Texts => TEXTS[language]
