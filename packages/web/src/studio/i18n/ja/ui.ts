import type { en } from '../en/ui.ts'

export const ja: typeof en = {
  between: '',
  cancel: 'キャンセル',
  characters: (used, max) => `${max}文字中${used}文字`,
  close: '閉じる',
  copied: 'コピーしました',
  copy: 'コピー',
  dismiss: '閉じる',
  leave: '保存せずに移動',
  leaveBody: 'このページでの変更は保存されておらず、失われます。',
  leaveTitle: '保存せずに移動しますか？',
  loading: '読み込み中…',
  next: '次へ',
  notCopied: 'コピーできませんでした。テキストを選択してコピーしてください',
  notLoaded: '読み込めませんでした',
  notices: 'お知らせ',
  pages: 'ページ送り',
  previous: '前へ',
  range: (first, last, total) => `${total}件中 ${first}〜${last}件`,
  tryAgain: 'もう一度試す',
  justNow: 'たった今',
}
