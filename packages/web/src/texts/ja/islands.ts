import type { islands as en } from '../en/islands.ts'

export const islands: typeof en = {
  failed: 'うまくいきませんでした。ページを再読み込みして、もう一度お試しください。',
  notSent: 'うまくいきませんでした。通信状況を確認して、もう一度お試しください。',
  notAllowed: 'お使いのアカウントでは、この操作はできません。',
  notFound: 'すでに公開を終了したか、削除されています。',
  otherUser: '別のアカウントでログインしています。ページを再読み込みして、もう一度お試しください。',
  tooMany: '操作の間隔が短すぎます。少し待ってから、もう一度お試しください。',
  quotaExceeded: 'アカウントの保存容量がいっぱいです。内訳はスタジオの「設定 → プラン」で確認できます。',
  unavailable: 'ただいまサービスに接続できません。少し待ってから、もう一度お試しください。',
  storageFull: 'サーバーの空き容量が不足しているため、現在は保存できません。時間をおいて、もう一度お試しください。',
  copyCode: 'コピー',
  codeCopied: 'コピーしました',
  copyFailed: 'このブラウザーではコピーできません。コードを選択してコピーしてください。',
  followers: (_count, written) => `フォロワー ${written}人`,
  commentPosted: 'コメントを送信しました。',
  commentDeleted: 'コメントを削除しました。',
  deleteComment: 'このコメントを削除しますか？元に戻すことはできません。',
  passkeyFailed: 'パスキーを使えませんでした。もう一度試すか、パスワードをお使いください。',
  enlarge: '画像を拡大',
  close: '閉じる',
}
