import type { en } from '../../en/account/security.ts'

export const ja: typeof en = {
  title: 'セキュリティ',
  intro: 'ログインの方法と、ログインできなくなったときの備えです。',
  proofTitle: '本人確認',
  proofText: 'ログインから時間がたっています。続けるには、パスワードを入力してください。',
  password: 'パスワード',
  wrongPassword: 'パスワードが正しくありません。',
  confirm: '続ける',
  usePasskey: 'パスキーを使う',
  passkeyFailed: 'パスキーを使えませんでした。もう一度試すか、パスワードを入力してください。',

  passkeys: 'パスキー',
  passkeysIntro:
    'パスキーがあれば、端末のロックを解除するだけで、パスワードなしでログインできます。パスワードもこれまでどおり使えます。パスキーはこのサイトでだけ使えます。',
  noPasskeys: 'パスキーはまだありません。',
  notPossible: 'このブラウザー、またはこのサイトのURLでは、パスキーを使えません。',
  addPasskey: 'パスキーを追加',
  addIntro: 'パスキーの保存先（この端末、パスワード管理アプリ、セキュリティキー）は、ブラウザーで選べます。',
  name: '名前',
  nameHint: '一覧で見分けるための名前です。',
  create: 'パスキーを作成',
  notCreated:
    'パスキーを作成できませんでした。もう一度お試しください。1つの端末に保存できる、このアカウントのパスキーは1つだけです。',
  added: 'パスキーを追加しました。',
  created: '追加日時',
  lastUsed: '最終利用',
  notUsed: '未使用',
  actions: '操作',
  actionsFor: name => `「${name}」の操作`,
  rename: '名前を変更',
  renameTitle: name => `「${name}」の名前を変更`,
  renamed: 'パスキーの名前を変更しました。',
  save: '保存',
  remove: '削除',
  removeTitle: name => `「${name}」を削除しますか？`,
  removeBody: 'このパスキーではログインできなくなります。端末に保存されたパスキーも削除してください。',
  removed: 'パスキーを削除しました。',

  recoveryCodes: '復旧コード',
  recoveryIntro:
    'パスワードを忘れてメールも読めないときに、このコードで新しいパスワードを設定できます。パスワード管理アプリや紙に保存してください。',
  noCodes: '復旧コードはまだありません。',
  codesLeft: (count, made) => `残り${count}個（${made}に作成）`,
  makeCodes: '復旧コードを作成',
  replaceCodes: '新しいコードを作成',
  makeCodesTitle: '復旧コードを作成しますか？',
  makeCodesBody: '10個のコードを作成します。それぞれ一度だけ使えます。以前に作成したコードは使えなくなります。',
  codesShownOnce:
    'コードが表示されるのは今回だけです。今すぐ保存してください。コードを知った人は、アカウントを乗っ取ることができます。',
  codesSaved: '保存しました',
}
