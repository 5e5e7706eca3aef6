const en = {
  failed: 'That did not work. Check your connection and try again.',
  tooMany: 'Too many requests. Wait a moment and try again.',
  copyFailed: 'This browser does not let the page copy. Select the code instead.',
  followers: (count: number, written: string) => (count === 1 ? '1 follower' : `${written} followers`),
  commentPosted: 'Your comment is posted.',
  commentDeleted: 'The comment is deleted.',
  deleteComment: 'Delete this comment for good?',
  passkeyFailed: 'No passkey was used. Try again, or use your password.',
  enlarge: 'Enlarge picture',
  close: 'Close',
}

const ja: typeof en = {
  failed: 'うまくいきませんでした。通信状況を確認して、もう一度お試しください。',
  tooMany: '操作の間隔が短すぎます。少し待ってから、もう一度お試しください。',
  copyFailed: 'このブラウザーではコピーできません。コードを選択してコピーしてください。',
  followers: (_count, written) => `フォロワー ${written}人`,
  commentPosted: 'コメントを送信しました。',
  commentDeleted: 'コメントを削除しました。',
  deleteComment: 'このコメントを削除しますか？元に戻すことはできません。',
  passkeyFailed: 'パスキーを使えませんでした。もう一度試すか、パスワードをお使いください。',
  enlarge: '画像を拡大',
  close: '閉じる',
}

export const language = document.documentElement.lang === 'ja' ? 'ja' : 'en'

/** Texts that the page does not already contain. */
export const texts = language === 'ja' ? ja : en
