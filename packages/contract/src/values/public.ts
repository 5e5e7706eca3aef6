export const PUBLIC_SORTS = ['latest', 'popular', 'trending'] as const
export type PublicSort = (typeof PUBLIC_SORTS)[number]
export const RANKING_TYPES = ['trending', 'weekly', 'monthly', 'saved'] as const
export type RankingType = (typeof RANKING_TYPES)[number]
