import type { Language } from '@galley/contract/languages'
import type { OptionalNotificationKind } from '@galley/contract/notifications'

interface Texts {
  readonly title: string
  readonly none: string
  readonly markRead: string
  readonly isNew: string
  readonly settings: string
  readonly save: string
  readonly kinds: Readonly<Record<OptionalNotificationKind, string>>
}

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
    moderation: 'Moderation of what I wrote',
    token: 'API tokens that expire soon',
  },
}

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
    moderation: '自分の投稿への管理者の対応',
    token: '期限が近いAPIトークン',
  },
}

const TEXTS: Readonly<Record<Language, Texts>> = { en, ja }

export const notificationTexts = (language: Language): Texts => TEXTS[language]
