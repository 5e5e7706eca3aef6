import type { TokenScope } from '@galley/contract/identity/scopes'

/** What a scope of a token allows, in the order in which they are offered. */
export const scopeNames: Readonly<Record<TokenScope, string>> = {
  'posts:read': '下書きを含む記事の閲覧',
  'posts:write': '一度も公開していない下書きの作成・変更・削除',
  'posts:publish': '公開・予約と、公開中の記事の変更・削除',
  uploads: '画像のアップロード・一覧・削除',
  webhooks: 'Webhookの管理',
  events: '記事のイベントの閲覧',
  reader: 'あなたの名義でのいいね・保存・コメント・フォロー',
  import: '元の日付での記事の取り込み',
}
