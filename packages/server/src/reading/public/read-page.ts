import type { PublicPostHtml } from '@galley/contract/schemas/writing/rendering'
import { guessLanguage } from '@galley/markdown/language'
import type { AppContext } from '../../platform/context.ts'
import { AppError, notFound } from '../../platform/core/errors.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { pageInTime, pageView, renderPage } from '../../platform/rendering/stored-article-pages.ts'
import { SHORT_LIFETIME_MS } from './public-responses.ts'
import { findPublicPage, type PublicPageRow, wasPublic } from './public-store.ts'

export async function readPage(
  context: AppContext,
  db: Db,
  idOrSlug: string,
): Promise<{ post: PublicPageRow; value: PublicPostHtml; lifetimeMs?: number }> {
  const post = await findPublicPage(db, idOrSlug)
  if (post === undefined) throw await missing(db, idOrSlug)
  return { post, ...(await pageOf(context, post)) }
}

/** Why a post cannot be read. */
export const missing = async (db: Db, idOrSlug: string): Promise<AppError> =>
  (await wasPublic(db, idOrSlug)) ? new AppError('GONE', 'This post was deleted by its author.') : notFound('Post')

export async function pageOf(
  context: AppContext,
  post: PublicPageRow,
): Promise<{ value: PublicPostHtml; lifetimeMs?: number }> {
  const { html, toc, reading_minutes, language, content, title, listed } = post
  if (html !== null && toc !== null && reading_minutes !== null && language !== null) {
    return { value: { html, toc, reading_minutes, language, listed } }
  }
  if (content === null) {
    return { value: { html: null, toc: [], reading_minutes: 0, language: guessLanguage(title), listed } }
  }
  // Pages are rendered after a post was saved. An earlier reader, or the first after a new release, waits for a moment.
  const rendering = renderPage(context, { postId: post.id, authorId: post.author_id, content })
  const page = await pageInTime(context.renderer, content, rendering)
  const value = { ...pageView(page), listed }
  // The stored page takes its place as soon as it is rendered.
  return page.isFallback ? { value, lifetimeMs: SHORT_LIFETIME_MS } : { value }
}
