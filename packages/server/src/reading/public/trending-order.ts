import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'

/** This few posts are checked against the trending posts one by one. */
export const SKIPPED_AT_ONCE = 50

/**
 * Finds where, in the order of publication, the page at `offset` of a trending list continues after the trending posts:
 * a condition on the listings `l`, and how many non-trending posts still have to be skipped from there. To skip n
 * non-trending posts, n listings are skipped in one step; the trending ones among them are skipped in addition in the
 * next step, until few are left. Each step stays inside an index, while a join of the two tables would compare every
 * row.
 */
export async function skipOthers(
  db: Db,
  within: RawBuilder<unknown>,
  offset: number,
): Promise<{ from: RawBuilder<unknown>; offset: number }> {
  let owed = Math.max(0, offset - (await countTrending(db, within, sql`true`)))
  let from = sql`true`
  while (owed > SKIPPED_AT_ONCE) {
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
