import type { programs as en } from '../en/programs.ts'
import { scopeNames } from './scopes.ts'

export const programs: typeof en = {
  enterTitle: 'プログラムを接続',
  enterText: 'あなたのアカウントを使うプログラムに、コードが表示されています。ここに入力してください。',
  code: 'コード',
  codeHint: '例：BCDF-GHJK。大文字と小文字は区別しません。',
  continue: '次へ',
  unknownCode:
    'コードが間違っているか、使用済みか、期限切れです。コードを確認するか、プログラムをもう一度実行してください。',
  required: '入力してください。',

  title: 'このプログラムにアカウントの使用を許可しますか？',
  asks: username => `アカウント @${username} の使用を求めています。`,
  program: 'プログラム',
  notVerified: 'プログラムが名乗っている名前です。確認された名前ではありません。',
  mayDo: '許可すると、次のことができるようになります',
  compare: '自分で実行したプログラムに、このコードが表示されている場合だけ許可してください。',
  replaces: '同じ名前のトークンがあります。プログラムが新しいトークンを受け取ると、古いトークンは使えなくなります。',
  revoke: '許可は、スタジオの「設定 → APIトークン」でいつでも取り消せます。',
  approve: '許可する',
  refuse: '許可しない',

  planRequired: '現在のプランではプログラムから利用できないため、許可できません。',
  seePlans: 'プランを見る',
  limitReached: 'トークンの数が上限に達しています。どれかを失効させてから、もう一度許可してください。',
  toTokens: 'トークンの一覧',

  approvedTitle: '許可しました',
  approvedText: 'プログラムに戻ってください。数秒後に処理が再開します。このページは閉じてかまいません。',
  refusedTitle: '許可しませんでした',
  refusedText: 'プログラムにもそのことが伝わります。このページは閉じてかまいません。',
  scopeNames,
  oauth: {
    client: 'プログラム',
    from: host => `説明の掲載先：${host}`,
    redirect: 'このあと',
    sentTo: host => `ブラウザーで ${host} を開きます。今使っているプログラムのものである場合だけ許可してください。`,
    mayDo: '許可する操作を選んでください',
    draftsHint: '最初から選ばれている権限だけでは、読者に見える内容は変更できません。',
    chooseOne: '1つ以上選ぶか、「許可しない」を押してください。',
    invalidTitle: 'このリクエストは処理できません',
    invalidText:
      'プログラムが登録されていないか、リクエストに不備があります。情報は渡されていません。プログラムからやり直してください。繰り返し起きる場合は、プログラムの作者による修正が必要です。',
    continueTitle: 'プログラムに戻ります',
    approved: '許可しました。何も起こらない場合は、プログラムに戻ってください。',
    refused: '許可しませんでした。何も起こらない場合は、プログラムに戻ってください。',
  },
}
