import type { Page } from '@galley/markdown/page'
import type { AppContext } from '../context.ts'
import { putPage } from './page-store.ts'

/** A text that everybody can read, or will be able to when its time comes. */
export interface ShownText {
  readonly postId: string
  readonly authorId: string
  readonly content: string
}

/**
 * Renders the page of a post and stores it. Plain words are not stored: they are rendered again in no time. Undefined if
 * there is too much to render at the moment; the next reader tries again.
 */
export async function renderPage({ db, renderer, log }: AppContext, text: ShownText): Promise<Page | undefined> {
  const { postId, authorId, content } = text
  const now = renderer.renderNow(content)
  if (now !== undefined) return now
  const page = await renderer.render(content, { owner: authorId })
  if (page === undefined) return undefined
  await putPage(db, postId, content, page).catch(error => log.warn({ err: error }, 'a page could not be stored'))
  return page
}
