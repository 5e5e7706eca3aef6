import type { Sales, SalesRow } from '@galley/client'

export type Grouping = 'day' | 'month' | 'post'

export interface SalesGroup extends Omit<SalesRow, 'date' | 'post_id' | 'title'> {
  readonly key: string
  readonly label: string
}

const KEYS: Record<Grouping, (row: SalesRow) => string> = {
  day: ({ date }) => date,
  month: ({ date }) => date.slice(0, 7),
  post: ({ post_id }) => post_id,
}

/** The rows added up by day, month or post. Days and months stay in their order; posts with the highest sales come first. */
export function groupSales({ rows }: Sales, by: Grouping, format: (date: string) => string): SalesGroup[] {
  const groups = [...Map.groupBy(rows, KEYS[by])].map(([key, group]) => {
    const [{ date, title }] = group as [SalesRow]
    const sum = (name: 'sold' | 'refunded' | 'amount_jpy' | 'author_jpy') =>
      group.reduce((total, row) => total + row[name], 0)
    return {
      key,
      label: { day: format(date), month: key, post: title }[by],
      sold: sum('sold'),
      refunded: sum('refunded'),
      amount_jpy: sum('amount_jpy'),
      author_jpy: sum('author_jpy'),
    }
  })
  return by === 'post' ? groups.sort((a, b) => b.amount_jpy - a.amount_jpy) : groups
}
