import type { Sales, SalesQuery, SalesRow } from '@galley/contract/schemas/selling/sales'
import type { AppContext } from '../../platform/context.ts'
import { type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { dayIn, timeZoneIssue } from '../../platform/core/local-days.ts'
import { readSpans, type SalesSpan } from './sales-store.ts'

const DAY_MS = 86_400_000
const DAYS_DEFAULT = 30
const DAYS_MAX = 366
/** No time zone is further from UTC. */
const ZONE_MAX_MS = 15 * 3_600_000

/** An author's sales and refunds by day of the time zone and by post. */
export async function readSales(
  { db, clock, settings }: AppContext,
  authorId: string,
  query: SalesQuery,
): Promise<Sales> {
  const dayOf = dayIn(query.time_zone ?? 'UTC') ?? dayIn('UTC')!
  const today = dayOf(clock.now())
  rejectIssues(salesIssues(query, today))
  const last = query.to ?? today
  const first = query.from ?? new Date(Date.parse(last) - DAYS_DEFAULT * DAY_MS).toISOString().slice(0, 10)
  const spans = await readSpans(
    db,
    authorId,
    new Date(Date.parse(first) - ZONE_MAX_MS),
    new Date(Date.parse(last) + DAY_MS + ZONE_MAX_MS),
  )
  // Once for each span: this is slow, and there may be many thousands.
  const within = spans
    .map(span => ({ ...span, date: dayOf(span.at) }))
    .filter(({ date }) => date >= first && date <= last)
  const rows = Map.groupBy(within, ({ date, post_id }) => `${date} ${post_id}`)
  return {
    from: first,
    to: last,
    rows: [...rows.values()].map(rowOf),
    totals: sum(within),
    author_share_percent: settings.payments.authorSharePercent,
  }
}

/** All errors of the days and the time zone. Without `today`, the period is checked only if it has both days. */
export function salesIssues({ from, to, time_zone: timeZone }: SalesQuery, today?: string): FieldIssue[] {
  const issues = [...dayIssue('from', from), ...dayIssue('to', to), ...timeZoneIssue(timeZone)]
  const last = to ?? today
  if (from === undefined || last === undefined || issues.some(({ field }) => field !== 'time_zone')) return issues
  const days = (Date.parse(last) - Date.parse(from)) / DAY_MS
  if (days >= 0 && days < DAYS_MAX) return issues
  const message = `Must be at most ${DAYS_MAX} days before the last day, and not after it.`
  return [{ field: 'from', code: 'INVALID_VALUE', message }, ...issues]
}

/** The schema checks the form only, and `Date.parse` takes 31 February for 3 March. */
function dayIssue(field: string, day: string | undefined): FieldIssue[] {
  const time = new Date(`${day ?? '2000-01-01'}T00:00:00Z`)
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day ?? '')
  return isReal ? [] : [{ field, code: 'INVALID_VALUE', message: 'Must be a day of the calendar, such as 2026-01-31.' }]
}

function rowOf(spans: readonly (SalesSpan & { date: string })[]): SalesRow {
  const { date, post_id, title } = spans[0]!
  return { date, post_id, title, ...sum(spans) }
}

const ZERO = { sold: 0, refunded: 0, amount_jpy: 0, author_jpy: 0 }

const sum = (spans: readonly SalesSpan[]): Sales['totals'] =>
  spans.reduce(
    (total, span) => ({
      sold: total.sold + span.sold,
      refunded: total.refunded + span.refunded,
      amount_jpy: total.amount_jpy + span.amount_jpy,
      author_jpy: total.author_jpy + span.author_jpy,
    }),
    ZERO,
  )
