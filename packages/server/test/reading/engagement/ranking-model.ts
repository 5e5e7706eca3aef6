/** The formulas of docs/rankings.md, against which the SQL functions are tested. */
const WEIGHTS = { views: 1, likes: 5, comments: 8, saves: 10, resonances: 10 } as const

/** The engagement of a post in one hour. */
export type HourOfEngagement = { readonly hour: Date } & { readonly [Kind in keyof typeof WEIGHTS]: number }

const HALF_LIFE_MS = 24 * 3_600_000
const WINDOW_MS = 7 * 24 * 3_600_000

/** Weighted engagement. */
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

/** Engagement of the last 7 days; the weight of each hour halves with every day since then. */
export function trendingScore(hours: readonly HourOfEngagement[], now: Date): number {
  let score = 0
  for (const hour of hours) {
    const ageMs = now.getTime() - hour.hour.getTime()
    if (ageMs < WINDOW_MS) score += engagementOf(hour) * 2 ** (-ageMs / HALF_LIFE_MS)
  }
  return score
}
