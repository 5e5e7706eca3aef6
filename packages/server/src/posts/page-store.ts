import { hash } from 'node:crypto'
import type { Page } from '@galley/markdown/page'
import { RENDERER_VERSION } from '@galley/markdown/renderer-version'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Names what a page is made of: this renderer and this text. */
export const madeFrom = (content: string): string => `${RENDERER_VERSION}:${hash('sha256', content)}`

/** The same, computed by the database. */
export const madeFromSql = (content: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${`${RENDERER_VERSION}:`} || encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`

export async function putPage(db: Db, postId: string, content: string, page: Page): Promise<void> {
  const { html, readingMinutes, language } = page
  const row = {
    made_from: madeFrom(content),
    html,
    toc: JSON.stringify(page.toc),
    reading_minutes: readingMinutes,
    language,
  }
  await db
    .insertInto('post_pages')
    .values({ post_id: postId, ...row })
    .onConflict(conflict => conflict.column('post_id').doUpdateSet(row))
    .execute()
}
