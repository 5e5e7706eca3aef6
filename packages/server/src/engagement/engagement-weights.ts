/** What each thing that readers do is worth. The database's `post_popularity` and `hour_engagement` say the same. */
export const WEIGHTS = { views: 1, likes: 5, comments: 8, saves: 10, resonances: 10 } as const

/** A column of the hourly buckets. */
export type Deed = keyof typeof WEIGHTS
