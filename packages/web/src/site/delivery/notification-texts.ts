import type { OptionalNotificationKind } from '@galley/contract/delivery/notifications'
import type { Language } from '@galley/contract/identity/languages'

interface Texts {
  readonly title: string
  readonly none: string
  readonly markRead: string
  readonly isNew: string
  readonly settings: string
  readonly save: string
  readonly saved: string
  readonly here: string
  readonly byMail: string
  readonly securityNote: string
  readonly mailOff: string
  readonly mailUnverified: string
  readonly mailUndeliverable: string
  readonly mailTo: (address: string) => string
  readonly toProfile: string
  readonly kinds: Readonly<Record<OptionalNotificationKind, string>>
}

const en: Texts = {
  title: 'Notifications',
  none: 'Nothing has happened yet.',
  markRead: 'Mark all as read',
  isNew: 'new',
  settings: 'Notification settings',
  save: 'Save',
  saved: 'The settings are saved.',
  here: 'On this site',
  byMail: 'By e-mail',
  securityNote:
    'Messages about the security of your account, such as a log-in from a new device, are always sent. E-mails about comments and followers, and about new articles, are grouped and sent at most once an hour.',
  mailOff: 'This site does not send e-mail. All messages appear as notifications.',
  mailUnverified: 'E-mails are sent once you have confirmed your address.',
  mailUndeliverable: 'E-mails do not reach your address.',
  mailTo: address => `E-mails go to ${address}.`,
  toProfile: 'Change the address',
  kinds: {
    comment: 'Comments on my articles',
    follow: 'New followers',
    post: 'New articles by authors I follow',
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
  settings: '通知の設定',
  save: '保存する',
  saved: '設定を保存しました。',
  here: 'サイト上',
  byMail: 'メール',
  securityNote:
    '新しい端末からのログインなど、アカウントの安全に関するお知らせは必ず届きます。コメントやフォロワー、新しい記事のメールは、まとめて最大1時間に1通届きます。',
  mailOff: 'このサイトはメールを送信しません。お知らせはすべて通知に表示されます。',
  mailUnverified: 'メールアドレスを確認すると、メールが届くようになります。',
  mailUndeliverable: '登録されたアドレスにメールが届いていません。',
  mailTo: address => `メールの送信先：${address}`,
  toProfile: 'アドレスの設定へ',
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
