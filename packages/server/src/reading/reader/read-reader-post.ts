import type { ReaderPost } from '@galley/contract/schemas/reading/engagement'
import type { PublicPostHtml } from '@galley/contract/schemas/writing/rendering'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { unstorableText } from '../../platform/core/schema-check.ts'
import { pageInTime, pageView, renderPage } from '../../platform/rendering/stored-article-pages.ts'
import { findReaderState } from '../engagement/engagement-store.ts'
import { publicPostView } from '../public/public-view.ts'
import { readPage } from '../public/read-page.ts'
import { findReaderPost, findWholePage, type WholePageRow } from './reader-post-store.ts'

/** A post with what this reader may read of it. Never from a cache or a replica: access may have just begun or ended. */
export async function readReaderPost(
  { db, settings }: AppContext,
  userId: string,
  idOrSlug: string,
): Promise<ReaderPost> {
  const post = unstorableText(idOrSlug).length > 0 ? undefined : await findReaderPost(db, userId, idOrSlug)
  const state = post && (await findReaderState(db, post.id, userId))
  if (post === undefined || state === undefined) throw notFound('Post')
  return { ...publicPostView(post, settings), salon_only: post.salon_only, access: post.access, ...state }
}

export async function readReaderPage(context: AppContext, userId: string, idOrSlug: string): Promise<PublicPostHtml> {
  if (unstorableText(idOrSlug).length > 0) throw notFound('Post')
  const page = await findWholePage(context.db, userId, idOrSlug)
  if (page !== undefined) return wholePage(context, page)
  return (await readPage(context, context.db, idOrSlug)).value
}

async function wholePage(context: AppContext, page: WholePageRow): Promise<PublicPostHtml> {
  const { id, author_id, listed, content, html, toc, reading_minutes, language } = page
  if (html !== null && toc !== null && reading_minutes !== null && language !== null) {
    return { html, toc, reading_minutes, language, listed }
  }
  const text = content ?? ''
  const rendering = renderPage(context, { postId: id, authorId: author_id, content: text }, 'whole_pages')
  return { ...pageView(await pageInTime(context.renderer, text, rendering)), listed }
}
