import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'

/** Sales and refunds of one post within a quarter of an hour, so that they belong to one day in every time zone. */
export interface SalesSpan {
  readonly at: Date
  readonly post_id: string
  readonly title: string
  readonly sold: number
  readonly refunded: number
  readonly amount_jpy: number
  readonly author_jpy: number
}

export async function readSpans(db: Db, authorId: string, from: Date, until: Date): Promise<SalesSpan[]> {
  const { rows } = await sql<SalesSpan>`
    with entry as (
      select paid_at as at, 1 as sign, post_id, title, price_jpy, author_share_percent from purchases
      where author_id = ${authorId} and paid_at is not null and price_jpy > 0
      union all
      select coalesce(refunded_at, disputed_at), -1, post_id, title, price_jpy, author_share_percent from purchases
      where author_id = ${authorId} and paid_at is not null and price_jpy > 0 and status = 'refunded'
    )
    select date_bin('15 minutes', at, 'epoch') as at, post_id, max(title) as title,
      (count(*) filter (where sign = 1))::int as sold, (count(*) filter (where sign = -1))::int as refunded,
      sum(sign * price_jpy)::float8 as amount_jpy,
      sum(sign * (price_jpy::bigint * author_share_percent / 100))::float8 as author_jpy
    from entry where at >= ${from} and at < ${until} group by 1, 2 order by 1 desc, 2`.execute(db)
  return rows
}
