import type { Language } from '@galley/contract/identity/languages'
import type { TokenScope } from '@galley/contract/identity/scopes'
import { scopeNames as namesEn } from '../../../scope-names.en.ts'
import { scopeNames as namesJa } from '../../../scope-names.ja.ts'

/** Texts of the page where a program is approved. */
const en = {
  enterTitle: 'Connect a program',
  enterText: 'A program that wants to use your account shows you a code. Enter it here.',
  code: 'Code',
  codeHint: 'For example BCDF-GHJK. Upper or lower case does not matter.',
  continue: 'Continue',
  unknownCode: 'This code is wrong, was used already, or has expired. Check it, or start the program again.',
  required: 'This is required.',

  title: 'Allow this program to use your account?',
  asks: (username: string) => `It asks for access to the account @${username}.`,
  program: 'Program',
  notVerified: 'This is what the program calls itself. The name is not verified.',
  mayDo: 'If you approve, it may',
  compare: 'Approve only if you have started the program yourself and it shows this code.',
  replaces: 'You have a token of this name. It stops working as soon as the program gets the new one.',
  revoke: 'You can revoke the access at any time in the studio, under Settings → API tokens.',
  approve: 'Approve',
  refuse: 'Refuse',

  planRequired: 'Your plan does not include access for programs, so you cannot approve this.',
  seePlans: 'See the plans',
  limitReached: 'You have the maximum number of tokens. Revoke one of them, then approve again.',
  toTokens: 'Your tokens',

  approvedTitle: 'The program has access',
  approvedText: 'Go back to the program. It continues in a few seconds. You can close this page.',
  refusedTitle: 'The program has no access',
  refusedText: 'The program is told so. You can close this page.',
  scopeNames: namesEn as Readonly<Record<TokenScope, string>>,
}

const ja: typeof en = {
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
  scopeNames: namesJa,
}

export const deviceTexts = (language: Language): typeof en => (language === 'ja' ? ja : en)
