import type { en } from './statistics.en.ts'

export const ja: typeof en = {
  title: '統計',
  intro: zone => `読者の反応です。1日は${zone}の午前0時に始まります。`,
  periods: '期間',
  lastDays: days => `${days}日間`,
  metrics: { views: '閲覧', likes: 'いいね', saves: '保存', comments: 'コメント', resonances: '共鳴' },
  allPosts: 'すべての投稿',
  perDay: metric => `日ごとの${metric}`,
  value: (day, value) => `${day}：${value}`,
  most: (day, value) => `最多：${day}に${value}`,
  none: 'この期間はありません',
  asTable: '数値を表で見る',
  day: '日',
  topPosts: 'よく読まれた投稿',
  post: '投稿',
  chartsOf: title => `${title}のグラフ`,
  openPost: 'エディターで開く',
  emptyTitle: 'まだデータがありません',
  emptyBody: '最初の投稿を公開すると、閲覧・いいね・保存がここに表示されます。',
  emptyHints: [
    '閲覧は読者ごとに30分に1回だけ数え、自分の閲覧は含みません。',
    '短い説明と画像があると、リンクは開かれやすくなります。エディターの検索プレビューで確認できます。',
    'タグとカテゴリーを付けると、新しい読者が見る一覧に載ります。',
  ],
  write: '投稿を書く',
  gone: 'この投稿は見つかりません。',
}
