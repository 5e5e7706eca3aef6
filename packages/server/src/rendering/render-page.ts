import { hash } from 'node:crypto'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import type { Preview } from '@galley/contract/schemas/posts/rendering'
import type { Page } from '@galley/markdown/page'
import { plainPage } from '@galley/markdown/plain-page'
import { RENDERER_VERSION } from '@galley/markdown/renderer-version'
import { type RawBuilder, sql } from 'kysely'
import { withTimeout } from '../core/limits/with-timeout.ts'
import type { Logger } from '../core/logger.ts'
import type { Db } from '../db/connection/database.ts'
import type { MarkdownRenderer } from './markdown-renderer.ts'

/** A text that is public, or will be at its scheduled time. */
export interface ShownText {
  readonly postId: string
  readonly authorId: string
  readonly content: string
}

/** What everybody may read, or the whole text of a paid or salon-only post. */
export type PageTable = 'post_pages' | 'whole_pages'

/**
 * Renders the page of a post and stores it. Plain text is not stored, because rendering it is cheap. Undefined if the
 * renderer's queue is full; the next reader tries again.
 */
export async function renderPage(
  { db, renderer, log }: { readonly db: Db; readonly renderer: MarkdownRenderer; readonly log: Logger },
  text: ShownText,
  table: PageTable = 'post_pages',
): Promise<Page | undefined> {
  const { postId, authorId, content } = text
  const now = renderer.renderNow(content)
  if (now !== undefined) return now
  // The place where the free part ends is marked, so that buyers can continue there.
  const marked = table === 'whole_pages' ? { paywallMarker: PAYWALL_MARKER } : {}
  const page = await renderer.render(content, { owner: authorId, ...marked })
  if (page === undefined) return undefined
  await putPage(db, postId, content, page, table).catch(error => log.warn({ err: error }, 'a page could not be stored'))
  return page
}

/** The page for a reader: plain paragraphs of the text if it is not rendered in time. */
export async function pageInTime(
  { readerWaitMs }: MarkdownRenderer,
  content: string,
  rendering: Promise<Page | undefined>,
): Promise<Page> {
  return (await withTimeout(readerWaitMs, rendering)) ?? plainPage(content)
}

export function pageView({ html, toc, readingMinutes, language }: Page): Preview {
  return { html, toc: [...toc], reading_minutes: readingMinutes, language }
}

/** Identifies the input of a page: the renderer's version and the text. */
const madeFrom = (content: string): string => `${RENDERER_VERSION}:${hash('sha256', content)}`

/** The same, computed by the database. */
export const madeFromSql = (content: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${`${RENDERER_VERSION}:`} || encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`

/** Skipped if the post was deleted meanwhile. */
export async function putPage(
  db: Db,
  postId: string,
  content: string,
  page: Page,
  table: PageTable = 'post_pages',
): Promise<void> {
  const { html, readingMinutes, language } = page
  await sql`
    insert into ${sql.table(table)} (post_id, made_from, html, toc, reading_minutes, language)
    select id, ${madeFrom(content)}, ${html}, ${JSON.stringify(page.toc)}::jsonb, ${readingMinutes}::int, ${language}
    from posts where id = ${postId} and status <> 'deleted' for share
    on conflict (post_id) do update set made_from = excluded.made_from, html = excluded.html, toc = excluded.toc,
      reading_minutes = excluded.reading_minutes, language = excluded.language`.execute(db)
}
