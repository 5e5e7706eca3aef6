export const PUBLIC_SORTS = ['latest', 'popular', 'trending'] as const
export type PublicSort = (typeof PUBLIC_SORTS)[number]
export const RANKING_TYPES = ['trending', 'weekly', 'monthly', 'saved'] as const
export type RankingType = (typeof RANKING_TYPES)[number]
export const SEARCH_SORTS = ['relevance', 'latest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
/** The parts of a post that a search shows. */
export const SEARCH_FIELDS = ['title', 'subtitle', 'tags', 'headings', 'text'] as const

/** A search for white space and quotation marks alone would find nothing. */
export const HAS_WORDS = /[^\s"“”„]/
