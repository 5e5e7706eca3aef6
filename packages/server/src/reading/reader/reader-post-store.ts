import type { ArticleLanguage } from '@galley/contract/identity/languages'
import type { TocEntry } from '@galley/contract/schemas/writing/rendering'
import type { PostAccess } from '@galley/contract/selling'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { madeFromSql } from '../../platform/rendering/stored-article-pages.ts'
import { accessOf, isVisibleTo } from '../../selling/access.ts'
import {
  DETAILS,
  FIRST,
  FREE_CONTENT,
  ITEM,
  matchesName,
  PUBLISHED,
  type PublicPostRow,
} from '../public/public-store.ts'

export interface ReaderPostRow extends PublicPostRow {
  readonly access: PostAccess
  readonly salon_only: boolean
}

/** A post that this reader may at least see. The query cuts the paid part, like that of the public read. */
export async function findReaderPost(db: Db, userId: string, idOrSlug: string): Promise<ReaderPostRow | undefined> {
  const { rows } = await sql<ReaderPostRow>`
    with found as (
      select p.id, ${accessOf(userId)} as access from posts p join users u on u.id = p.author_id
      where ${matchesName(idOrSlug)} and ${PUBLISHED} and ${isVisibleTo(userId)} ${FIRST}
    )
    select ${ITEM}, ${DETAILS}, p.salon_only, f.access, f.access = 'none' as paywalled,
      case when f.access = 'none' then ${FREE_CONTENT} else p.content end as content
    from found f join posts p on p.id = f.id join users u on u.id = p.author_id`.execute(db)
  return rows[0]
}

export interface WholePageRow {
  readonly id: string
  readonly author_id: string
  readonly listed: boolean
  /** The whole text, if it still has to be rendered. */
  readonly content: string | null
  readonly html: string | null
  readonly toc: TocEntry[] | null
  readonly reading_minutes: number | null
  readonly language: ArticleLanguage | null
}

/** The whole page of a post that only some may read; undefined if the reader may not, or if everybody may. */
export async function findWholePage(db: Db, userId: string, idOrSlug: string): Promise<WholePageRow | undefined> {
  const { rows } = await sql<WholePageRow>`
    with found as (
      select p.id, p.author_id, p.visibility = 'public' and not p.salon_only as listed, p.content
      from posts p join users u on u.id = p.author_id
      where ${matchesName(idOrSlug)} and ${PUBLISHED} and (p.is_paid or p.salon_only)
        and ${accessOf(userId)} in ('author', 'buyer', 'salon') ${FIRST}
    )
    select f.id, f.author_id, f.listed, case when page.post_id is null then f.content end as content,
      page.html, page.toc, page.reading_minutes, page.language
    from found f left join whole_pages page on page.post_id = f.id and page.made_from = ${madeFromSql(sql`f.content`)}`.execute(
    db,
  )
  return rows[0]
}
