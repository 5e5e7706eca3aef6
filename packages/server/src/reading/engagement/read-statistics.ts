import { STATISTICS_DAYS_DEFAULT } from '@galley/contract/limits'
import type { Statistics, StatisticsQuery } from '@galley/contract/schemas/reading/statistics'
import type { AppContext } from '../../platform/context.ts'
import { invalid, notFound } from '../../platform/core/errors.ts'
import { dayIn, daysUntil, UNKNOWN_TIME_ZONE } from '../../platform/core/local-days.ts'
import { busiestPosts, type EngagementCounts, type HourRow, hoursSince, ownsPost } from './statistics-store.ts'

const ZERO_COUNTS: EngagementCounts = { views: 0, likes: 0, saves: 0, comments: 0, resonances: 0 }
const DAY_MS = 86_400_000

/** Engagement with an author's posts by day of the time zone; an hour belongs to the day in which it begins. */
export async function readStatistics(
  { db, clock }: AppContext,
  userId: string,
  { days = STATISTICS_DAYS_DEFAULT, post_id: postId, time_zone: timeZone = 'UTC' }: StatisticsQuery,
): Promise<Statistics> {
  const dayOf = dayIn(timeZone)
  if (dayOf === undefined) throw invalid(UNKNOWN_TIME_ZONE)
  if (postId !== undefined && !(await ownsPost(db, userId, postId))) throw notFound('Post')

  const dates = daysUntil(dayOf(clock.now()), days)
  const since = firstHour(clock.now(), dates, dayOf)
  const hours = await hoursSince(db, userId, since, postId)
  const perDay = Map.groupBy(hours, ({ hour }) => dayOf(hour))
  return {
    days: dates.map(date => ({ date, ...sum(perDay.get(date) ?? []) })),
    totals: sum(hours),
    posts: postId === undefined ? await busiestPosts(db, userId, since) : [],
  }
}

/** The first full hour of the first day, regardless of daylight saving time. */
function firstHour(now: Date, dates: readonly string[], dayOf: (time: Date) => string): Date {
  const hour = new Date(now.getTime() - (dates.length + 1) * DAY_MS)
  hour.setUTCMinutes(0, 0, 0)
  while (dayOf(hour) < dates[0]!) hour.setTime(hour.getTime() + 3_600_000)
  return hour
}

function sum(hours: readonly HourRow[]): EngagementCounts {
  return hours.reduce(
    (total, hour) => ({
      views: total.views + hour.views,
      likes: total.likes + hour.likes,
      saves: total.saves + hour.saves,
      comments: total.comments + hour.comments,
      resonances: total.resonances + hour.resonances,
    }),
    ZERO_COUNTS,
  )
}
