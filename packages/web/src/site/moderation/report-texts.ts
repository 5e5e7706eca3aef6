import type { ReportReason } from '@galley/contract/moderation'
import type { Language } from '../i18n.ts'

/** Texts of the page on which readers report content. */
const en = {
  title: 'Report',
  intro: 'The admins of this site read your report. The author does not learn who sent it.',
  aboutPost: (title: string) => `About the article “${title}”`,
  aboutComment: 'About a comment',
  aboutUser: (username: string) => `About the account @${username}`,
  reason: 'What is wrong?',
  reasons: {
    spam: 'Advertising or spam',
    abuse: 'Insults, threats or harassment',
    illegal: 'Illegal content',
    copyright: 'Copied from somebody else',
    other: 'Something else',
  } as Readonly<Record<ReportReason, string>>,
  chooseReason: 'Choose a reason.',
  note: 'Details',
  noteHint: 'What should the admins look at? At most 1,000 characters.',
  noteFault: 'This text is too long.',
  optional: 'optional',
  send: 'Send the report',
  limit: 'You have many open reports. Wait until the admins have read them.',
  doneTitle: 'Thank you',
  doneText: 'Your report was sent.',
  back: 'Back to the page',
}

const ja: typeof en = {
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
  noteFault: '文章が長すぎます。',
  optional: '任意',
  send: '通報する',
  limit: '未確認の通報が多数あります。管理者が確認するまでお待ちください。',
  doneTitle: 'ありがとうございます',
  doneText: '通報を送信しました。',
  back: '元のページに戻る',
}

export const reportTexts = (language: Language): typeof en => (language === 'ja' ? ja : en)
