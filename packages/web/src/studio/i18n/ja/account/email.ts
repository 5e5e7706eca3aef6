import type { en } from '../../en/account/email.ts'

export const ja: typeof en = {
  title: 'メールアドレス',
  verified: '確認済み',
  notVerified: '未確認',
  pending: address => `${address} に送ったリンクを開いてください。それまでは、これまでのアドレスが使われます。`,
  undeliverableTitle: 'このアドレスにメールが届きません',
  undeliverable:
    '相手のメールサーバーに拒否されたため、このアドレスへの送信を止めています。別のアドレスを入力してください。サーバーの応答：',
  noMail: 'このサイトはメールを送信しません。アドレスの変更は、サイトの運営者に依頼してください。',
  resend: 'リンクをもう一度送る',
  linkSent: 'リンクを記載したメールを送りました。',
  newAddress: '新しいアドレス',
  newAddressHint: '送られたリンクを開くと変更されます。',
  currentPassword: '現在のパスワード',
  change: 'アドレスを変更',
}
