import { type Kysely, sql } from 'kysely'

/**
 * A page of a list is the same short walk along an index whether the list is long or short, and its plan is made once for all of
 * them. Left to its statistics, PostgreSQL takes the plan for any list to be costly when there are a million posts, and makes
 * one for each request anew, which takes longer than to carry it out. So the statistics say that every list is short.
 */
export async function listsOfAnyLength(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listings alter column scope set (n_distinct = -0.5)`.execute(db)
  await sql`analyze listings (scope)`.execute(db)
}
