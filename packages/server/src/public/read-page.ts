import type { PublicPostHtml } from '@galley/contract/rendering'
import { guessLanguage } from '@galley/markdown/language'
import type { Page } from '@galley/markdown/page'
import { plainPage } from '@galley/markdown/plain-page'
import type { AppContext } from '../context.ts'
import { AppError, notFound } from '../core/errors.ts'
import { within } from '../core/patience.ts'
import { putPage } from '../posts/page-store.ts'
import { pageView } from '../posts/page-view.ts'
import { findPublicPage, type PublicPageRow, wasPublic } from './public-store.ts'

/** How long a reader waits for a page that is not made yet. */
const PATIENCE_MS = 3000

export async function readPage(
  context: AppContext,
  idOrSlug: string,
): Promise<{ postId: string; value: PublicPostHtml }> {
  const { db } = context
  const post = await findPublicPage(db, idOrSlug)
  if (post !== undefined) return { postId: post.id, value: await pageOf(context, post) }
  if (await wasPublic(db, idOrSlug)) throw new AppError('GONE', 'This post was deleted by its author.')
  throw notFound('Post')
}

async function pageOf(context: AppContext, post: PublicPageRow): Promise<PublicPostHtml> {
  const { html, toc, reading_minutes, language, content, title, listed } = post
  if (html !== null && toc !== null && reading_minutes !== null && language !== null) {
    return { html, toc, reading_minutes, language, listed }
  }
  if (content === null) return { html: null, toc: [], reading_minutes: 0, language: guessLanguage(title), listed }
  return { ...pageView(await makePage(context, post, content)), listed }
}

/**
 * Pages are made when posts are saved. This is for those that were not, or that an earlier renderer made: once each, and
 * kept also if the reader could not wait for it.
 */
async function makePage(context: AppContext, post: PublicPageRow, content: string): Promise<Page> {
  const page = await within(PATIENCE_MS, renderAndKeep(context, post, content))
  return page ?? plainPage(content)
}

async function renderAndKeep({ db, renderer, log }: AppContext, { id, author_id }: PublicPageRow, content: string) {
  const page = await renderer.render(content, { owner: author_id })
  if (page === undefined) return undefined
  await putPage(db, id, content, page).catch(error => log.warn({ err: error }, 'a page could not be stored'))
  return page
}
