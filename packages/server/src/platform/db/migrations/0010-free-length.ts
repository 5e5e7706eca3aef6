import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'
import { type Kysely, sql } from 'kysely'

/** A post may have a million characters, so only a few posts are read at a time. */
const BATCH = 20

/**
 * The end of a post's free part is determined when it is written, because a marker in code does not count and SQL
 * cannot parse Markdown. Null means that there is no marker: nothing of a paid post is shown then.
 */
export async function freeLengths(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column free_length integer`.execute(db)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; content: string }>`
      select id, content from posts where id > ${after} and position(${PAYWALL_MARKER} in content) > 0
      order by id limit ${BATCH}`.execute(db)
    for (const { id, content } of rows) {
      const end = paywallAt(content, PAYWALL_MARKER)
      if (end === -1) continue
      // PostgreSQL counts characters, JavaScript UTF-16 units.
      const free = content.slice(0, end)
      await sql`update posts set free_length = length(${free}) where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
