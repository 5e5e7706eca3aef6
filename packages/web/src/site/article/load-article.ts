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
  /** Who wrote it, with what a profile adds; null if the address names somebody else. */
  readonly profile: Profile['profile'] | null
  /** How the reader stands to it; null for somebody who is not logged in. */
  readonly standing: ReaderPost | null
}

/** Who asks with this does not read: the API counts no view. */
const UNREAD = { headers: { 'sec-purpose': 'prefetch' } }

/** All that the page of an article shows. What depends on the post is asked for as soon as that is there. */
export async function loadArticle(request: PageRequest, username: string, slug: string): Promise<Article> {
  const { client, asReader, url, method } = request
  const commentsPage = readPageNumber(url, 'comments') ?? 1
  const reading = client.public.post(slug, method === 'GET' ? {} : UNREAD)
  const [post, text, comments, profile, related, standing] = await preferGone([
    reading,
    client.public.postHtml(slug),
    client.public.comments(slug, { limit: POSTS_PER_PAGE, offset: (commentsPage - 1) * POSTS_PER_PAGE }),
    client.public.profile(username).then(found => found.profile, nullIfMissing),
    reading.then(post => findRelated(client, post)),
    reading.then(({ id }) => asReader(() => client.reader.readPost(id))).catch(nullIfMissing),
  ])
  return { post, text, comments, commentsPage, related, profile, standing }
}

const hasStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

function nullIfMissing(error: unknown): null {
  if (hasStatus(error, 404)) return null
  throw error
}

/** Like `Promise.all`. Of a deleted post only one answer knows that it was there once, and that one counts. */
async function preferGone<T extends readonly unknown[]>(
  all: readonly [...T],
): Promise<{ [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(all)
  const faults = settled.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (faults.length > 0) throw faults.find(fault => hasStatus(fault, 410)) ?? faults[0]
  return settled.map(each => (each as PromiseFulfilledResult<unknown>).value) as { [I in keyof T]: Awaited<T[I]> }
}
