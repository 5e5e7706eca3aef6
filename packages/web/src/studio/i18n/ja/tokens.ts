import { scopeNames } from '../../../texts/ja/scopes.ts'
import type { Messages } from '../messages.en.ts'

export const tokens: Messages['tokens'] = {
  title: 'APIトークン',
  intro:
    'トークンを使うと、あなたのツールがAPI経由であなたのアカウントを操作できます。トークンを知っている人は誰でも同じ操作ができるため、リポジトリやブラウザー上のコードには書かないでください。',
  codeIntro: 'コードを表示するプログラムには、専用のトークンが発行されます。',
  enterCode: 'コードを入力',
  count: (live, max) => `${max}個中${live}個を使用中`,
  full: max => `トークンは${max}個までです。どれかを失効させるか、再発行してください。`,
  planTitle: plan => `トークンを使うには${plan}が必要です`,
  planBody:
    'トークンの発行は今すぐできます。ただし、APIを使えるプランになるまで、トークンを使ったリクエストには403 PLAN_REQUIREDが返ります。プランが変われば、同じトークンをそのまま使えます。',

  emptyTitle: 'トークンはまだありません',
  emptyBody: 'スクリプトやビルド、普段お使いのエディターから投稿するには、トークンを発行してください。',
  issue: 'トークンを発行',

  name: '名前',
  nameHint: '「ビルドサーバー」など、用途がわかる名前にしてください。ほかの人には表示されません。',
  scopes: '権限',
  presets: { all: 'すべて', drafts: '下書きのみ', read_only: '閲覧のみ', chosen: '個別に選ぶ…' },
  presetHints: {
    all: 'APIでできることがすべて許可されます。',
    drafts: '記事の閲覧、下書きの作成、画像のアップロードができます。読者に見える内容は変更できません。',
    read_only: '記事とイベントを閲覧できます。何も変更できません。',
    chosen: '選んだ操作だけが許可されます。',
  },
  chosenScopes: '許可する操作',
  scopeNames,
  expires: '有効期限',
  never: '無期限',
  inDays: days => `${days}日後`,
  inAYear: '1年後',
  onDate: '日時を指定',
  expiresAt: '有効期限の日時',
  chooseTime: '日時を選んでください。',
  inZone: zone => `タイムゾーン：${zone}`,
  replaces: name =>
    `「${name}」という名前のトークンがすでにあります。再発行すると新しいトークンに置き換わり、古いトークンはすぐに使えなくなります。`,
  reissue: '再発行',
  reissueTitle: name => `「${name}」を再発行`,
  reissueIntro:
    '同じ名前で新しいトークンを発行します。古いトークンはすぐに使えなくなるため、使っているツールの設定を変更できるようにしておいてください。',

  issuedTitle: name => `「${name}」を発行しました`,
  shownOnce: 'トークンが表示されるのは今回だけです。ツールの設定に保存してから閉じてください。',
  token: 'トークン',
  snippets: 'すぐに使える例',
  curl: 'curl',
  sdk: 'TypeScript SDK',
  done: '控えたので閉じる',

  tokens: 'トークン',
  prefix: '先頭の文字',
  created: '発行日時',
  lastUsed: '最終利用',
  notUsed: '未使用',
  expired: '期限切れ',
  actionsFor: name => `「${name}」の操作`,
  actions: '操作',
  revoke: '失効させる',
  revokeTitle: name => `「${name}」を失効させますか？`,
  revokeBody:
    'このトークンを使ったリクエストは、すぐに拒否されるようになります。元には戻せませんが、新しいトークンはいつでも発行できます。',
  revoked: name => `「${name}」を失効させました。`,
  revokedTokens: count => `失効したトークン（${count}）`,
  revokedAt: '失効日時',
}
