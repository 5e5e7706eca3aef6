import type { en } from './tokens.en.ts'

export const ja: typeof en = {
  title: 'APIトークン',
  intro:
    'トークンを使うと、ご自身のツールがAPIを通じてあなたとして操作できます。持っている人は誰でも同じことができるため、リポジトリやブラウザーには置かないでください。',
  count: (live, max) => `${max}個中${live}個を使用中`,
  full: max => `トークンは${max}個までです。どれかを失効させるか、再発行してください。`,
  planTitle: plan => `トークンを使うには${plan}が必要です`,
  planBody:
    '発行は今すぐできます。プランにAPIが含まれるまで、トークン付きのリクエストには403 PLAN_REQUIREDが返ります。プランが変われば、そのまま使えるようになります。',

  emptyTitle: 'トークンはまだありません',
  emptyBody: 'スクリプト、ビルド、お使いのエディターから公開するには、トークンを発行します。',
  issue: 'トークンを発行',

  name: '名前',
  nameHint: '用途（例：「ビルドサーバー」）。あなただけに表示されます。',
  expires: '有効期限',
  never: 'なし',
  inDays: days => `${days}日後`,
  inAYear: '1年後',
  onDate: '日時を指定',
  expiresAt: '期限の日時',
  chooseTime: '日時を選んでください。',
  inZone: zone => `タイムゾーン：${zone}`,
  replaces: name =>
    `「${name}」という名前のトークンがあります。発行し直すと新しいものになり、古いものはすぐに使えなくなります。`,
  reissue: '再発行',
  reissueTitle: name => `「${name}」を再発行`,
  reissueIntro:
    '同じ名前で新しいトークンを発行します。古いものはすぐに使えなくなるため、使っている場所を用意しておいてください。',

  issuedTitle: name => `「${name}」を発行しました`,
  shownOnce: '表示されるのは今だけです。ツールが読み込む場所に保存してから閉じてください。',
  token: 'トークン',
  snippets: 'すぐに使える例',
  curl: 'curl',
  sdk: 'TypeScript SDK',
  done: '控えたので閉じる',

  tokens: 'トークン',
  prefix: '先頭の文字',
  created: '発行',
  lastUsed: '最終利用',
  notUsed: '未使用',
  expired: '期限切れ',
  actionsFor: name => `${name}の操作`,
  actions: '操作',
  revoke: '失効',
  revokeTitle: name => `「${name}」を失効させますか？`,
  revokeBody: 'このトークンを使うものは、すぐに拒否されます。取り消せませんが、新しいトークンはいつでも発行できます。',
  revoked: name => `「${name}」を失効させました`,
  revokedTokens: count => `失効したトークン（${count}）`,
  revokedAt: '失効',
}
