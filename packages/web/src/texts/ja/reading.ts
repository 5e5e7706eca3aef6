import type { reading as en } from '../en/reading.ts'
import { categoryNames } from './categories.ts'

export const reading: typeof en = {
  sortedBy: '並び順',
  sortLatest: '新着',
  sortPopular: '人気',
  sortTrending: '話題',
  readThisWeek: '今週読まれている記事',
  noPostsTitle: 'まだ記事がありません',
  noPostsText: '記事が公開されると、ここに並びます。',
  writeFirst: '記事を書く',
  pages: 'ページ送り',
  previousPage: '前へ',
  nextPage: '次へ',
  pageOf: (page, last) => `${last}ページ中 ${page}ページ目`,
  likes: (_value, written) => `いいね ${written}`,
  comments: (_value, written) => `コメント ${written}`,
  categoriesText: '記事を分野ごとに探せます。',
  categoryText: name => `カテゴリー「${name}」の記事。`,
  tag: 'タグ',
  tags: 'タグ',
  authors: '著者',
  tagText: tag => `タグ「${tag}」の付いた記事。`,
  categoryNames,
  latestOn: site => `${site}の新着記事`,
  latestInCategory: (category, site) => `${site}の「${category}」の新着記事`,
  latestTagged: (tag, site) => `${site}の「#${tag}」の新着記事`,
  latestBy: (author, site) => `${author}が${site}に書いた記事`,

  // ランキング
  rankingNames: { trending: '話題', weekly: '週間', monthly: '月間', saved: '保存数' },
  rankingTexts: {
    trending: 'いま読まれている記事。直近7日間の反応を、新しいものほど重く数えています。',
    weekly: '直近7日間に、よく読まれ、反応のあった記事。',
    monthly: '直近30日間に、よく読まれ、反応のあった記事。',
    saved: '読み返すために保存された記事。これまでの保存数の順に並べています。',
  },
  rankingPeriod: '集計期間',
  rankingRefreshed: '最終更新',
  rankingNext: '次回更新',
  rankingNotYetTitle: 'ランキングを集計しています',
  rankingNotYetText: '最初の集計が終わるまで、少しお待ちください。',
  rankingEmptyTitle: 'まだランキングに入った記事がありません',
  rankingEmptyText: '読者の反応があった記事が、ここに並びます。',

  // 人
  author: '著者',
  verified: '認証済み',
  follow: 'フォローする',
  following: 'フォロー中',
  followers: (_value, written) => `フォロワー ${written}人`,
  posts: (_value, written) => `記事 ${written}本`,
  editProfile: 'プロフィールを編集',
  profileText: name => `${name}さんの記事。`,
  noProfilePostsTitle: 'まだ公開された記事がありません',
  noProfilePostsText: name => `${name}さんが公開した記事は、ここに並びます。`,

  // 読者自身の一覧
  reading: 'マイリスト',
  readingNames: { feed: 'フォロー中', saved: '保存', liked: 'いいね', authors: '著者', bought: '購入' },
  readingEmpty: {
    feed: {
      title: 'フォロー中の著者の記事はまだありません',
      text: '著者のページや記事の下でフォローすると、公開された記事がここに並びます。',
    },
    saved: { title: '保存した記事はまだありません', text: '記事の下の「保存」を押すと、ここから読み返せます。' },
    liked: { title: 'いいねした記事はまだありません', text: '「いいね」した記事が、ここに並びます。' },
    authors: {
      title: 'まだ誰もフォローしていません',
      text: '「フォローする」ボタンは、著者のページと各記事の下にあります。',
    },
    bought: { title: '購入した記事はまだありません', text: '購入した有料記事と領収書が、ここに並びます。' },
  },

  // 記事
  readingTime: (_value, written) => `読了目安 ${written}分`,
  paid: '有料記事',
  edit: '編集',
  contents: '目次',
  paywallRestTitle: '無料公開はここまでです',
  paywallRestText: 'この続きは、購入した方だけがお読みいただけます。',
  paywallWholeTitle: '有料記事です',
  paywallWholeText: 'この記事は、購入した方だけがお読みいただけます。',
  price: '価格',
  reactions: 'この記事への反応',
  like: 'いいね',
  save: '保存',
  resonate: '共鳴',
  resonateText: '「共鳴」は、自分のことのように心に響いた記事に送る反応です。',
  related: 'あわせて読みたい',

  // プレビューリンク
  previewTitle: title => `プレビュー：${title}`,
  previewNote: 'これはプレビューです。記事はまだ公開されていません。',
  previewExpires: 'リンクの有効期限：',
  previewSaved: '保存日時：',

  // シリーズ
  series: 'シリーズ',
  seriesText: (title, name) => `${name}さんのシリーズ「${title}」。`,
  seriesStatus: { ongoing: '連載中', complete: '完結' },
  seriesPlace: (place, count) => `全${count}回中 第${place}回`,
  moreSeries: count => `ほかのシリーズ（${count}件）`,
  seriesPrevious: '前の回',
  seriesNext: '次の回',

  // コメント
  commentsTitle: 'コメント',
  logInToComment: 'ログインしてコメントを書く',
  yourComment: 'コメントを書く',
  sendComment: '送信',
  commentFault: 'コメントは1文字以上、2,000文字以内で入力してください。',
  commentLoggedOut:
    'ログアウトされていたため、まだ送信されていません。ログインしてから、この画面でもう一度送信してください。',
  logInElsewhere: 'ログイン（新しいタブで開きます）',
  noComments: 'まだコメントはありません。',
  deletedAccount: '削除されたアカウント',
  deletedComment: 'このコメントはアカウントとともに削除されました。',
  deleteComment: '削除',
  commentHidden: reason =>
    `このコメントは管理者により非表示になりました。あなただけに表示されています。理由：${reason}`,
}
