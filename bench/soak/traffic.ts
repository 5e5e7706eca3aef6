import { CATEGORY_VALUES } from '@galley/contract/categories'
import type { Question, Questions } from '../load/question.ts'
import type { Author } from '../server/authors.ts'

export interface TrafficData {
  readonly author: Author
  readonly posts: readonly string[]
}

const READERS = 50

/** A hundred questions by turns: 80 public reads, 15 of the author's own, 5 writes that webhooks hear of. */
export function traffic({ author, posts }: TrafficData): Questions {
  const { headers } = author
  const open = (path: string): Question => ({
    method: 'GET',
    path: `/api/v1/public/${path}`,
    headers: { 'user-agent': 'reader {reader}' },
  })
  const own = (method: string, path: string, body?: object): Question => ({
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
  const ask = mix([
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
  // Lengths without a common factor, so that they meet in ever new ways.
  const slots = {
    fresh: 'fresh',
    post: posts,
    category: CATEGORY_VALUES,
    offset: Array.from({ length: 97 }, (_, i) => i),
    reader: Array.from({ length: READERS + 1 }, (_, i) => i),
  } as const
  return { ask, slots }
}

/** So many of each, spread evenly over the whole. */
function mix(parts: readonly (readonly [number, Question])[]): Question[] {
  const placed = parts.flatMap(([count, question]) =>
    Array.from({ length: count }, (_, i) => ({ at: (i + 0.5) / count, question })),
  )
  return placed.sort((a, b) => a.at - b.at).map(({ question }) => question)
}
