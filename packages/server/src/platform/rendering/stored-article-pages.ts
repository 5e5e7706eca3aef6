import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import type { Preview } from '@galley/contract/schemas/writing/rendering'
import type { Page, RenderingLimit } from '@galley/markdown/page'
import { plainPage } from '@galley/markdown/plain-page'
import { RENDERER_VERSION } from '@galley/markdown/renderer-version'
import { type RawBuilder, sql } from 'kysely'
import { withTimeout } from '../core/limits/with-timeout.ts'
import type { Logger } from '../core/logger.ts'
import type { Db } from '../db/connection/database.ts'
import type { DiskSpace } from '../storage/disk-space.ts'
import type { MarkdownRenderer } from './markdown-renderer.ts'

/** A text that is public, or will be at its scheduled time. */
export interface ShownText {
  readonly postId: string
  readonly authorId: string
  readonly content: string
}

/** What everybody may read, or the whole text of a paid or salon-only post. */
export type PageTable = 'post_pages' | 'whole_pages'

interface Services {
  readonly db: Db
  readonly renderer: MarkdownRenderer
  readonly disk: DiskSpace
  readonly log: Logger
}

/**
 * Renders the page of a post and stores it, if the disk has space. Plain text is not stored, because rendering it is
 * cheap. Undefined if it could not be rendered now; the next reader tries again.
 */
export async function renderPage(
  { db, renderer, disk, log }: Services,
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
  if (!(await disk.isLow())) {
    await putPage(db, postId, content, page, table).catch(error =>
      log.warn({ err: error }, 'a page could not be stored'),
    )
  }
  return page
}

/** The page for a reader; the fallback, plain paragraphs of the text, if it is not rendered in time. That is not stored. */
export async function pageInTime(
  { readerWaitMs }: MarkdownRenderer,
  content: string,
  rendering: Promise<Page | undefined>,
): Promise<Page & { readonly isFallback?: true }> {
  return (await withTimeout(readerWaitMs, rendering)) ?? { ...(await plainPageInSteps(content)), isFallback: true }
}

const STEP_CHARACTERS = 20_000

/** Step by step, so that a long text does not delay other requests. */
async function plainPageInSteps(content: string): Promise<Page> {
  const first = plainPage(content.slice(0, STEP_CHARACTERS))
  let html = first.html
  for (let at = STEP_CHARACTERS; at < content.length; at += STEP_CHARACTERS) {
    await setImmediate()
    html += plainPage(content.slice(at, at + STEP_CHARACTERS)).html
  }
  const steps = Math.max(1, content.length / STEP_CHARACTERS)
  return { ...first, html, readingMinutes: Math.ceil(first.readingMinutes * steps) }
}

export function pageView({ html, toc, readingMinutes, language, exceededLimit }: Page): Preview {
  return { html, toc: [...toc], reading_minutes: readingMinutes, language, exceeded_limit: exceededLimit ?? null }
}

/** The limit that one of these texts of a post exceeds, according to its stored page. */
export async function findExceededLimit(
  db: Db,
  postId: string,
  texts: readonly string[],
): Promise<RenderingLimit | null> {
  const { rows } = await sql<{ exceeded_limit: RenderingLimit }>`
    select exceeded_limit from (
      select post_id, made_from, exceeded_limit from post_pages
      union all select post_id, made_from, exceeded_limit from whole_pages
    ) pages
    where post_id = ${postId} and exceeded_limit is not null and made_from = any(${texts.map(madeFrom)})`.execute(db)
  return rows[0]?.exceeded_limit ?? null
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
  const { html, readingMinutes, language, exceededLimit = null } = page
  await sql`
    insert into ${sql.table(table)} (post_id, made_from, html, toc, reading_minutes, language, exceeded_limit)
    select id, ${madeFrom(content)}, ${html}, ${JSON.stringify(page.toc)}::jsonb, ${readingMinutes}::int, ${language},
      ${exceededLimit}::text
    from posts where id = ${postId} and status <> 'deleted' for share
    on conflict (post_id) do update set made_from = excluded.made_from, html = excluded.html, toc = excluded.toc,
      reading_minutes = excluded.reading_minutes, language = excluded.language,
      exceeded_limit = excluded.exceeded_limit, made_at = excluded.made_at`.execute(db)
}

/**
 * Deletes pages of texts that took too much time or memory a day ago: the next reader tries again. The machine may have been
 * the reason, or the grammars that the process had loaded.
 */
export async function forgetFailedPages(db: Db): Promise<void> {
  for (const table of ['post_pages', 'whole_pages'] as const) {
    await sql`
      delete from ${sql.table(table)}
      where exceeded_limit in ('time', 'memory') and made_at < now() - interval '1 day'`.execute(db)
  }
}
