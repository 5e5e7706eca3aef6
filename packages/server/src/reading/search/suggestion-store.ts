import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'

export interface SuggestedTag {
  readonly tag: string
  readonly post_count: number
}

export interface SuggestedAuthor {
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly post_count: number
}

/** A short beginning has very many tags; not all of them are counted. */
const COUNTED_MAX = 500
const SHOWN_MAX = 5

/** Everything that begins with one of these texts. */
const between = (column: string, beginnings: readonly string[]) =>
  sql.join(
    beginnings.map(
      text =>
        sql`(${sql.ref(column)} collate "C" >= ${text} and ${sql.ref(column)} collate "C" < ${`${text}\u{10ffff}`})`,
    ),
    sql` or `,
  )

/** Tags of public posts, the most frequent first. The counts are those of the public lists. */
export async function suggestTags(db: Db, beginnings: readonly string[]): Promise<SuggestedTag[]> {
  const scopes = beginnings.map(text => `tag:${text}`)
  const { rows } = await sql<SuggestedTag>`
    select substr(scope, 5) as tag, sum(count)::int as post_count from (
      select scope, count from listing_counts where scope like 'tag:%' and (${between('scope', scopes)}) limit ${COUNTED_MAX}
    ) counts group by scope having sum(count) > 0 order by 2 desc, 1 limit ${SHOWN_MAX}`.execute(db)
  return rows
}

/** Authors with public posts, those with the most first. */
export async function suggestAuthors(db: Db, beginnings: readonly string[]): Promise<SuggestedAuthor[]> {
  const { rows } = await sql<SuggestedAuthor>`
    select u.username, u.display_name, u.avatar_url, c.post_count from (
      select id, username, display_name, avatar_url from users
      where suspended_at is null and ((${between('username', beginnings)}) or (${between('display_name', beginnings)}))
      limit ${COUNTED_MAX}
    ) u cross join lateral (
      select coalesce(sum(count), 0)::int as post_count from listing_counts where scope = 'author:' || u.id
    ) c
    where c.post_count > 0 order by c.post_count desc, u.username limit ${SHOWN_MAX}`.execute(db)
  return rows
}
