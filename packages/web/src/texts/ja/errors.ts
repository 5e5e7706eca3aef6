import type { errors as en } from '../en/errors.ts'

export const errors: typeof en = {
  notFoundTitle: 'ページが見つかりません',
  notFoundText: 'ページが移動したか、URLに誤りがあります。',
  goneTitle: 'この記事は公開を終了しました',
  goneText: '著者によって取り下げられました。',
  failedTitle: 'サイト側で問題が起きました',
  failedText: '不具合は記録されました。少し待ってから、もう一度お試しください。',
  failedId: id => `お問い合わせの際は、この番号をお知らせください：${id}`,
  tooManyTitle: '少々お待ちください',
  tooManyText: 'お使いの回線からのアクセスが、短時間に集中しました。1分ほど待ってから、もう一度お試しください。',
  refusedTitle: 'この操作は許可されていません',
  refusedText: '別のサイトから送信されたか、変更する権限がありません。変更は行われていません。',
  otherUserTitle: '別のアカウントでログインしています',
  otherUserText:
    'このページを開いたあとで、同じブラウザーで別のアカウントへのログインがありました。変更は行われていません。前のページに戻って再読み込みし、もう一度お試しください。',
  tooLongTitle: '内容が長すぎます',
  tooLongText:
    '送信された内容が長すぎるため、受け付けられませんでした。前のページに戻り、短くしてから、もう一度送信してください。',
  wrongTitle: '処理できませんでした',
  wrongText: '送信された内容に誤りがあるため、変更は行われていません。',
  methodTitle: 'この操作はできません',
  methodText: 'このページは閲覧専用です。',
  fullTitle: '現在は保存できません',
  fullText: 'サーバーの空き容量が不足しています。記事は引き続き読めます。時間をおいて、もう一度お試しください。',
  quotaText: 'アカウントの保存容量がいっぱいです。内訳はスタジオの「設定 → プラン」で確認できます。',
  awayTitle: '現在ご利用いただけません',
  awayText: 'ただいまサービスに接続できません。少し待ってから、もう一度お試しください。',
  backHome: 'トップページへ',
  backAuthor: name => `${name}さんのほかの記事`,
}
