import {
  ApiError,
  type CommentList,
  type Profile,
  type PublicPost,
  type PublicPostHtml,
  type PublicPostItem,
  type ReaderPost,
} from '@galley/client'
import type { PageRequest } from '../page-request.ts'
import { POSTS_PER_PAGE, readPageNumber } from '../parts/pager.ts'
import { findRelated } from './related-posts.ts'

export interface Article {
  readonly post: PublicPost
  readonly text: PublicPostHtml
  readonly comments: CommentList
  readonly commentsPage: number
  readonly related: readonly PublicPostItem[]
  /** The author's profile; null if the address names another author. */
  readonly profile: Profile['profile'] | null
  /** The reader's own reactions; null for an anonymous reader. */
  readonly readerState: ReaderPost | null
}

/** With this header the API counts no view. */
export const WITHOUT_VIEW = { headers: { 'sec-purpose': 'prefetch' } }

/** Loads all data of an article page. Requests that depend on the post start as soon as it is loaded. */
export async function loadArticle(request: PageRequest, username: string, slug: string): Promise<Article> {
  const { client, asReader, method } = request
  // Several authors may have a post with the same slug.
  const name = `@${username}/${slug}`
  const readingAsReader = asReader(() => client.reader.readPost(name)).catch(nullIfMissing)
  // Handles the rejection in case another request fails first.
  readingAsReader.catch(() => {})
  const orAsReader = (error: unknown) => readingAsReader.then(own => own ?? Promise.reject(error))
  const reading = client.public.post(name, method === 'GET' ? {} : WITHOUT_VIEW).catch(orAsReader)
  // A salon-only post has none.
  const noComments = (error: unknown) => orAsReader(error).then(() => NO_COMMENTS)
  const [post, text, shownComments, profile, related, readerState] = await preferGone([
    reading,
    readingAsReader.then(own => (hasSpecialAccess(own) ? client.reader.postHtml(name) : client.public.postHtml(name))),
    loadComments(request, reading, name).catch(noComments),
    client.public.profile(username).then(found => found.profile, nullIfMissing),
    reading.then(post => findRelated(client, post)),
    readingAsReader,
  ])
  return {
    post: hasSpecialAccess(readerState) ? readerState : post,
    text,
    ...shownComments,
    related,
    profile,
    readerState,
  }
}

type ShownComments = Pick<Article, 'comments' | 'commentsPage'>

/** The requested page of comments, or the first one if it does not exist. */
async function loadComments(
  { client, asReader, url }: PageRequest,
  reading: Promise<PublicPost>,
  name: string,
): Promise<ShownComments> {
  const load = async (commentsPage: number) => {
    const page = { limit: POSTS_PER_PAGE, offset: (commentsPage - 1) * POSTS_PER_PAGE }
    // A logged-in reader also sees their own comments that an admin hid.
    const own = await asReader(async () => client.reader.comments((await reading).id, page))
    return { comments: own ?? (await client.public.comments(name, page)), commentsPage }
  }
  const requested = await load(readPageNumber(url, 'comments') ?? 1)
  return requested.comments.comments.length === 0 && requested.commentsPage > 1 ? load(1) : requested
}

const NO_COMMENTS: ShownComments = { comments: { comments: [], total: 0 }, commentsPage: 1 }

/** Whether the reader may read a paid or salon-only post that others cannot read. */
export const hasSpecialAccess = (post: ReaderPost | null): post is ReaderPost =>
  post !== null && (post.is_paid || post.salon_only) && post.access !== 'none'

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

const nullIfMissing = nullIf(404)

/** For `catch`: null for these statuses. Other errors are not about the post, and are thrown again. */
export function nullIf(...statuses: readonly number[]): (error: unknown) => null {
  return error => {
    if (statuses.some(status => hasStatus(error, status))) return null
    throw error
  }
}

/** Like `Promise.all`. For a deleted post, only one of the responses is 410, and that one is preferred. */
async function preferGone<T extends readonly unknown[]>(
  all: readonly [...T],
): Promise<{ [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(all)
  const faults = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (faults.length > 0) throw faults.find(fault => hasStatus(fault, 410)) ?? faults[0]
  return settled.map(each => (each as PromiseFulfilledResult<unknown>).value) as { [I in keyof T]: Awaited<T[I]> }
}
