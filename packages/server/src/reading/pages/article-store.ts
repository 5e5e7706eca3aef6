import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { madeFromSql } from '../../platform/rendering/stored-article-pages.ts'
import {
  DETAILS,
  FIRST,
  FREE_CONTENT,
  ITEM,
  matchesName,
  type PublicItemRow,
  type PublicPageRow,
  type PublicPostRow,
  READABLE,
} from '../public/public-store.ts'

export type ArticleRow = PublicPostRow &
  PublicPageRow & { readonly bio: string | null; readonly is_verified: boolean; readonly follower_count: number }

/** A post with its stored page, or else its text, and with its author. */
export async function findArticle(db: Db, name: string): Promise<ArticleRow | undefined> {
  const { rows } = await sql<ArticleRow>`
    select ${ITEM}, ${DETAILS}, p.is_paid as paywalled, p.visibility = 'public' as listed,
      u.bio, u.is_verified, u.follower_count, case when page.post_id is null then ${FREE_CONTENT} end as content,
      page.html, page.toc, page.reading_minutes, page.language
    from posts p join users u on u.id = p.author_id
    left join post_pages page on page.post_id = p.id and page.made_from = ${madeFromSql(FREE_CONTENT)}
    where ${matchesName(name)} and ${READABLE} ${FIRST}`.execute(db)
  return rows[0]
}

const RELATED_POSTS = 3

/** Posts with the same first tag, then of the same category, then the newest ones. */
export async function findRelated(db: Db, name: string): Promise<PublicItemRow[]> {
  // One more than is shown, because the post itself is in the lists.
  const best = (scope: string) => sql`
    select post_id, popularity, published_at from listings where scope = ${sql.raw(scope)}
    order by popularity desc, published_at desc, post_id desc limit ${RELATED_POSTS + 1}`
  const { rows } = await sql<PublicItemRow>`
    with post as (
      select p.id, p.tags[1] as tag, p.category from posts p join users u on u.id = p.author_id
      where ${matchesName(name)} and ${READABLE} ${FIRST}
    ), near as (
      select 1 as nearness, l.* from post cross join lateral (${best("'tag:' || post.tag")}) l
      union all select 2, l.* from post cross join lateral (${best("'category:' || post.category")}) l
      union all (
        select 3, post_id, 0, published_at from listings where scope = 'all'
        order by published_at desc, post_id desc limit ${RELATED_POSTS + 1}
      )
    ), others as (
      select distinct on (post_id) * from near where post_id <> (select id from post) order by post_id, nearness
    )
    select ${ITEM} from (
      select * from others order by nearness, popularity desc, published_at desc, post_id desc limit ${RELATED_POSTS}
    ) n join posts p on p.id = n.post_id join users u on u.id = p.author_id
    where ${READABLE} order by n.nearness, n.popularity desc, n.published_at desc, n.post_id desc`.execute(db)
  return rows
}
