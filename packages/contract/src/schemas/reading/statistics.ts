import { type Static, Type } from 'typebox'
import { STATISTICS_DAYS_DEFAULT, STATISTICS_DAYS_MAX } from '../../values/limits.ts'
import { Count, Uuid } from '../schema.ts'

const counts = { views: Count, likes: Count, saves: Count, comments: Count, resonances: Count }

export const Statistics = Type.Object(
  {
    days: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...counts }), {
      description: 'Every day of the period, oldest first, including days without events.',
    }),
    totals: Type.Object(counts),
    posts: Type.Array(
      Type.Object({
        id: Uuid,
        title: Type.String(),
        slug: Type.String(),
        views: Count,
        likes: Count,
        saves: Count,
      }),
      { description: 'The posts with the most events in the period, at most 20; empty if `post_id` is given.' },
    ),
  },
  { title: 'Statistics' },
)
export type Statistics = Static<typeof Statistics>

export const StatisticsQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: STATISTICS_DAYS_MAX,
      default: STATISTICS_DAYS_DEFAULT,
      description: 'The number of days, including today.',
    }),
  ),
  post_id: Type.Optional(Type.String({ ...Uuid, description: 'One of your posts; all of them by default.' })),
  time_zone: Type.Optional(
    Type.String({ maxLength: 64, default: 'UTC', description: 'The time zone of the days, such as `Asia/Tokyo`.' }),
  ),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>
