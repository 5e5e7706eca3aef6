import { ApiError, type CommentList, type PublicPostHtml } from '@galley/client'
import type { ArticlePage, ReaderState } from '../../page-reads.ts'
import type { PageRequest } from '../../page-request.ts'
import { POSTS_PER_PAGE, readPageNumber } from '../../parts/pager.ts'

type PostState = NonNullable<ReaderState['post']>

export interface Article {
  readonly post: ArticlePage['post']
  readonly text: PublicPostHtml
  readonly author: ArticlePage['author']
  readonly related: ArticlePage['related']
  readonly comments: CommentList
  readonly commentsPage: number
  /** The reader's own reactions; null for an anonymous reader. */
  readonly readerState: PostState | null
}

/** With this header the API counts no view. */
export const WITHOUT_VIEW = { headers: { 'sec-purpose': 'prefetch' } }

const NO_COMMENTS = { comments: { comments: [], total: 0 }, commentsPage: 1 }

/** Loads all data of an article page. */
export async function loadArticle(request: PageRequest, username: string, slug: string): Promise<Article> {
  const { client, pages } = request
  // Several authors may have a post with the same slug.
  const name = `@${username}/${slug}`
  const [reading, readingArticle, readingComments] = await Promise.allSettled([
    request.readReader({ post: name }),
    pages.article(name),
    loadComments(request, page => client.public.comments(name, page)),
  ])
  const readerState = resultOf(reading)?.post ?? null
  if (hasSpecialAccess(readerState) && readerState.salon_only) {
    return { ...(await loadSalonPost(request, username, name)), ...NO_COMMENTS, readerState }
  }
  const article = resultOf(readingArticle)
  // Only the reader sees them.
  const shownComments = readerState?.has_hidden_comments
    ? await loadComments(request, page => client.reader.comments(article.post.id, page))
    : resultOf(readingComments)
  const whole = hasSpecialAccess(readerState) ? await loadWhole(request, name) : {}
  return { ...article, ...whole, ...shownComments, readerState }
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** What only some may read: the whole post. */
async function loadWhole({ client }: PageRequest, name: string): Promise<Pick<Article, 'post' | 'text'>> {
  const [post, text] = await Promise.all([client.reader.readPost(name), client.reader.postHtml(name)])
  return { post, text }
}

/** It is not a part of anything that everybody may read. */
async function loadSalonPost(request: PageRequest, username: string, name: string) {
  const { client } = request
  const [whole, { profile }, { posts }] = await Promise.all([
    loadWhole(request, name),
    client.public.profile(username),
    client.public.posts({ author: username, limit: 3 }),
  ])
  return { ...whole, author: profile, related: posts }
}

type ShownComments = Pick<Article, 'comments' | 'commentsPage'>

/** The requested page of comments, or the first one if it does not exist. */
async function loadComments(
  { url }: PageRequest,
  read: (page: { limit: number; offset: number }) => Promise<CommentList>,
): Promise<ShownComments> {
  const load = async (commentsPage: number) => ({
    comments: await read({ limit: POSTS_PER_PAGE, offset: (commentsPage - 1) * POSTS_PER_PAGE }),
    commentsPage,
  })
  const requested = await load(readPageNumber(url, 'comments') ?? 1)
  return requested.comments.comments.length === 0 && requested.commentsPage > 1 ? load(1) : requested
}

/** Whether the reader may read a paid or salon-only post that others cannot read. */
export const hasSpecialAccess = (state: PostState | null): state is PostState =>
  state !== null && (state.is_paid || state.salon_only) && state.access !== 'none'

/** For `catch`: null for these statuses. Other errors are not about the post, and are thrown again. */
export function nullIf(...statuses: readonly number[]): (error: unknown) => null {
  return error => {
    if (error instanceof ApiError && statuses.includes(error.status)) return null
    throw error
  }
}
