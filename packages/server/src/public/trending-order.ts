import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** So few are told apart from trending ones one by one. */
const FEW = 50

/**
 * Where, in the order of publication, the page at `offset` of a trending list goes on behind the trending posts: a condition
 * on the listings `l`, and how many others still to pass from there.
 *
 * To pass the first n others, n listings are passed in one stride; as many as were trending among them are owed, and passed
 * in the next, until few are left. Each stride stays inside an index, where joining the two tables would compare every row.
 */
export async function skipOthers(
  db: Db,
  within: RawBuilder<unknown>,
  offset: number,
): Promise<{ from: RawBuilder<unknown>; offset: number }> {
  let owed = Math.max(0, offset - (await countTrending(db, within, sql`true`)))
  let from = sql`true`
  while (owed > FEW) {
    const { rows } = await sql<{ published_at: string; post_id: string }>`
      select published_at::text, post_id from (
        select l.published_at, l.post_id from listings l where ${within} and ${from}
        order by l.published_at desc, l.post_id desc offset ${owed - 1} limit 1
      ) last`.execute(db)
    const [last] = rows
    if (last === undefined) return { from: sql`false`, offset: 0 }
    const place = sql`(${last.published_at}::timestamptz, ${last.post_id}::uuid)`
    owed = await countTrending(db, within, sql`${from} and (l.published_at, l.post_id) >= ${place}`)
    from = sql`(l.published_at, l.post_id) < ${place}`
  }
  return { from, offset: owed }
}

async function countTrending(db: Db, within: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trending l where ${within} and ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
