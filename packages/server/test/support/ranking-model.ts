/** What docs/rankings.md promises, against which the database's functions are tested. */
const WEIGHTS = { views: 1, likes: 5, comments: 8, saves: 10, resonances: 10 } as const

/** What happened to a post in one hour. */
export type HourOfEngagement = { readonly hour: Date } & { readonly [Deed in keyof typeof WEIGHTS]: number }

const HALF_LIFE_MS = 24 * 3_600_000
const WINDOW_MS = 7 * 24 * 3_600_000

/** What readers did, weighed. */
export function engagementOf(hour: HourOfEngagement): number {
  const { views, likes, comments, saves, resonances } = hour
  return (
    views * WEIGHTS.views +
    likes * WEIGHTS.likes +
    comments * WEIGHTS.comments +
    saves * WEIGHTS.saves +
    resonances * WEIGHTS.resonances
  )
}

/** Engagement of the last 7 days, each hour's share worth half as much with every day that has passed since. */
export function trendingScore(hours: readonly HourOfEngagement[], now: Date): number {
  let score = 0
  for (const hour of hours) {
    const ageMs = now.getTime() - hour.hour.getTime()
    if (ageMs < WINDOW_MS) score += engagementOf(hour) * 2 ** (-ageMs / HALF_LIFE_MS)
  }
  return score
}
