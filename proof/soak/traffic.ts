import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import type { Author } from '../support/installation.ts'
import type { RequestMix, RequestTemplate } from '../support/requests.ts'

export interface TrafficData {
  readonly author: Author
  readonly posts: readonly string[]
}

const READERS = 50

/** A mix of a hundred requests: 80 public reads, 15 reads of the author, 5 writes with webhook events. */
export function traffic({ author, posts }: TrafficData): RequestMix {
  const { headers } = author
  const open = (path: string): RequestTemplate => ({
    method: 'GET',
    path: `/api/v1/public/${path}`,
    headers: { 'user-agent': 'reader {reader}' },
  })
  const own = (method: string, path: string, body?: object): RequestTemplate => ({
    method,
    path: `/api/v1/${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(method === 'POST' && { status: 201 }),
  })
  const content = 'Words and more words. '.repeat(200)
  const article = { title: 'Post {fresh}', content, status: 'published', category: 'ai', tags: ['one', 'two'] }
  const create = own('POST', 'posts', article)
  const change = own('PATCH', 'posts/{post}', { title: 'Changed {fresh}' })
  const templates = mix([
    [25, open('posts')],
    [15, open('posts?sort=popular&category={category}&offset={offset}')],
    [25, open('posts/{post}')],
    [5, open('posts?sort=trending')],
    [5, open('ranking')],
    [5, open(`users/${author.username}`)],
    [7, own('GET', 'posts?offset={offset}')],
    [6, own('GET', 'posts/{post}')],
    [2, own('GET', 'me')],
    [2, create],
    [3, change],
  ])
  // Lengths without a common factor, so that many combinations occur.
  const slots = {
    fresh: 'fresh',
    post: posts,
    category: CATEGORY_VALUES,
    offset: Array.from({ length: 97 }, (_, i) => i),
    reader: Array.from({ length: READERS + 1 }, (_, i) => i),
  } as const
  return { templates, slots }
}

/** Repeats each request `count` times, evenly distributed. */
function mix(parts: readonly (readonly [number, RequestTemplate])[]): RequestTemplate[] {
  const placed = parts.flatMap(([count, request]) =>
    Array.from({ length: count }, (_, i) => ({ at: (i + 0.5) / count, request })),
  )
  return placed.sort((a, b) => a.at - b.at).map(({ request }) => request)
}
