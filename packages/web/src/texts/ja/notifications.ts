import type { notifications as en } from '../en/notifications.ts'

export const notifications: typeof en = {
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
  unsubscribe: {
    title: 'このメールを停止しますか？',
    question: {
      posts: 'フォロー中の著者の新しい記事をお知らせするメールが届かなくなります。',
      activity: 'コメントと新しいフォロワーをお知らせするメールが届かなくなります。',
    },
    button: 'メールを停止する',
    doneTitle: '停止しました',
    done: {
      posts: 'フォロー中の著者の新しい記事をお知らせするメールは、今後届きません。',
      activity: 'コメントと新しいフォロワーをお知らせするメールは、今後届きません。',
    },
    invalidTitle: 'このリンクは無効です',
    invalidText: 'リンクが途中で切れているか、古くなっています。届くメールは設定で選べます。',
    toSettings: '届くメールを選ぶ',
  },
}
