import type { frame as en } from '../en/frame.ts'

export const frame: typeof en = {
  siteTagline: '読むための場所',
  siteDescription: 'エッセイ、記事、覚え書き。日本語と英語の文章を、読みやすく組んでお届けします。',
  colon: '：',
  to: '〜',
  skipToContent: '本文へ移動',
  noAdministrator:
    'このサイトにはまだ管理者がいません。運営者の方は、起動のたびにサーバーのログに表示されるリンクを開き、アカウントを作成してください。',
  frontPage: 'トップ',
  rankings: 'ランキング',
  categories: 'カテゴリー',
  searchArticles: '記事を検索',
  logIn: 'ログイン',
  signUp: '新規登録',
  logOut: 'ログアウト',
  unreadCount: count => `未読${count}件`,
  studio: 'スタジオ',
  language: '言語',
  theme: '外観',
  themeAuto: '自動',
  themeLight: 'ライト',
  themeDark: 'ダーク',
  moreLinks: 'このサイトについて',
  legal: { notice: '特定商取引法に基づく表記', terms: '販売規約' },
  apiReference: 'APIリファレンス',
  studioNeedsScript: 'スタジオの利用にはJavaScriptが必要です。記事の閲覧には必要ありません。',
}
