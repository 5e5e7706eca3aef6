import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import type { search as en } from '../en/search.ts'

export const search: typeof en = {
  title: '検索',
  titleOf: q => `検索：${q}`,
  description: site =>
    `${site}で公開されているすべての記事を検索します。日本語と英語の言葉やフレーズを、カテゴリー、タグ、著者で絞り込めます。`,
  category: 'カテゴリー',
  allCategories: 'すべてのカテゴリー',
  sortRelevance: '関連度順',
  sortLatest: '新着順',
  found: (_value, written) => `${written}件の記事`,
  foundAbout: written => `約${written}件の記事`,
  onlyTag: tag => `タグ：${tag}`,
  onlyAuthor: name => `著者：@${name}`,
  remove: '解除',
  tooLong: `検索できるのは${SEARCH_QUERY_MAX_CHARACTERS}文字までです。短くして、もう一度検索してください。`,
  nothingTitle: q => `「${q}」を含む記事は見つかりませんでした`,
  nothingText: '表記を確かめるか、言葉を減らして、または別の言葉で検索してください。',
  withoutFilters: 'すべての記事から検索する',
  withoutExclusions: '除外とフレーズ指定なしで検索する',
  withoutWord: word => `「${word}」なしで検索する`,
  tipsTitle: '検索のしかた',
  tips: [
    ['コーヒー 淹れ方', 'すべての言葉を含む記事を探します。'],
    ['"水出しコーヒー"', '入力したとおりの並びを探します。'],
    ['コーヒー -ミルク', 'その言葉を含む記事を除きます。'],
    ['tag:コーヒー', 'このタグの付いた記事に絞り込みます。'],
    ['author:alice', 'この著者の記事に絞り込みます。'],
  ],
  suggested: 'この名前のタグと著者',
}
