import type { Language } from '@galley/contract/identity/languages'
import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'

const en = {
  titleOf: (q: string) => `Search: ${q}`,
  description: (site: string) =>
    `Search all public articles of ${site}. Find words and phrases in Japanese and English, by category, tag or author.`,
  category: 'Category',
  allCategories: 'All categories',
  sortRelevance: 'Best match',
  sortLatest: 'Latest',
  found: (value: number, written: string) => (value === 1 ? '1 article' : `${written} articles`),
  foundAbout: (written: string) => `About ${written} articles`,
  onlyTag: (tag: string) => `Tag: ${tag}`,
  onlyAuthor: (name: string) => `Author: @${name}`,
  remove: 'Remove',
  tooLong: `A search has at most ${SEARCH_QUERY_MAX_CHARACTERS} characters. Shorten it and search again.`,
  nothingTitle: (q: string) => `No article has “${q}”`,
  nothingText: 'Check the spelling, or search for fewer or other words.',
  withoutFilters: 'Search in all articles',
  withoutExclusions: 'Search without exclusions and phrases',
  withoutWord: (word: string) => `Search without “${word}”`,
  tipsTitle: 'How to search',
  tips: [
    ['coffee brewing', 'All words must be in an article.'],
    ['"cold brew"', 'Words in exactly this order.'],
    ['coffee -milk', 'Leaves out articles with a word.'],
    ['tag:coffee', 'Only articles with this tag.'],
    ['author:alice', 'Only articles by this author.'],
  ],
  suggested: 'Tags and authors with this name',
}

const ja: typeof en = {
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

export type SearchTexts = typeof en

export const searchTexts = (language: Language): SearchTexts => (language === 'ja' ? ja : en)
