import type { Language } from '@galley/contract/identity/languages'

const en = {
  title: 'Stop these e-mails?',
  question: {
    posts: 'You will get no more e-mails about new articles by authors you follow.',
    activity: 'You will get no more e-mails about comments and new followers.',
  },
  button: 'Stop these e-mails',
  doneTitle: 'Done',
  done: {
    posts: 'You get no more e-mails about new articles by authors you follow.',
    activity: 'You get no more e-mails about comments and new followers.',
  },
  invalidTitle: 'This link is not valid',
  invalidText: 'It was not copied completely, or it is very old. You can choose in the settings which e-mails you get.',
  toSettings: 'Choose which e-mails I get',
}

const ja: typeof en = {
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
}

export const unsubscribeTexts = (language: Language): typeof en => (language === 'ja' ? ja : en)
