import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'

/** The search page. */
export const search = {
  title: 'Search',
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
