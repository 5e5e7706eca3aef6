import type { reports as en } from '../en/reports.ts'

export const reports: typeof en = {
  title: '通報',
  intro: '通報はこのサイトの管理者が確認します。誰が通報したかは、投稿者には伝わりません。',
  aboutPost: title => `記事「${title}」について`,
  aboutComment: 'コメントについて',
  aboutUser: username => `アカウント @${username} について`,
  reason: '問題の内容',
  reasons: {
    spam: '宣伝・スパム',
    abuse: '中傷・脅迫・嫌がらせ',
    illegal: '違法な内容',
    copyright: '無断転載',
    other: 'その他',
  },
  chooseReason: '問題の内容を選んでください。',
  note: '詳細',
  noteHint: '管理者に確認してほしい点を書いてください（1,000文字まで）。',
  noteError: '文章が長すぎます。',
  optional: '任意',
  send: '通報する',
  limit: '未確認の通報が多数あります。管理者が確認するまでお待ちください。',
  doneTitle: 'ありがとうございます',
  doneText: '通報を送信しました。',
  back: '元のページに戻る',
}
