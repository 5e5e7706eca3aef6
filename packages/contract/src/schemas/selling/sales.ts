import { type Static, Type } from 'typebox'
import { Count, Uuid } from '../schema.ts'

const amounts = {
  sold: Count,
  refunded: Count,
  amount_jpy: Type.Integer({ description: 'The prices of what was sold, less those that were paid back.' }),
  author_jpy: Type.Integer({ description: 'The author’s part of it, by the share at the time of each sale.' }),
}

const DAY = '^\\d{4}-\\d{2}-\\d{2}$'
const Day = Type.String({ format: 'date' })

/** What was sold on one day of one post. */
export const SalesRow = Type.Object(
  { date: Day, post_id: Uuid, title: Type.String({ description: 'As it was when it was sold.' }), ...amounts },
  { title: 'SalesRow' },
)
export type SalesRow = Static<typeof SalesRow>

export const Sales = Type.Object(
  {
    from: Day,
    to: Day,
    rows: Type.Array(SalesRow, {
      description: 'One for each day and post with sales or refunds, the latest day first.',
    }),
    totals: Type.Object(amounts),
    author_share_percent: Type.Integer({ description: 'The author’s part of a price today.' }),
  },
  { title: 'Sales' },
)
export type Sales = Static<typeof Sales>

export const SalesQuery = Type.Object({
  from: Type.Optional(Type.String({ pattern: DAY, description: 'The first day; by default 30 days before the last.' })),
  to: Type.Optional(Type.String({ pattern: DAY, description: 'The last day; by default today.' })),
  time_zone: Type.Optional(
    Type.String({ maxLength: 64, default: 'UTC', description: 'The time zone of the days, such as `Asia/Tokyo`.' }),
  ),
})
export type SalesQuery = Static<typeof SalesQuery>
