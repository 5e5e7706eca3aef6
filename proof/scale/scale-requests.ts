import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import type { Author } from '../support/installation.ts'
import type { RequestMix, RequestTemplate, Slots } from '../support/requests.ts'

/** Requests of each kind in a round, nearly all different, so that no response is cached. */
export const REQUESTS_A_ROUND = 100

export interface ScaleData {
  readonly author: Author
  /** Ids of posts from the whole database. */
  readonly posts: readonly string[]
  readonly slugs: readonly string[]
  readonly usernames: readonly string[]
  /** Ids of the author's own posts. */
  readonly ownPosts: readonly string[]
  /** The author's posts that will be deleted, each used once. */
  readonly doomedPosts: readonly string[]
}

const ARTICLE = {
  title: 'Post {fresh}',
  content: 'Words and more words. '.repeat(200),
  category: 'ai',
  tags: ['one', 'two'],
}
const SCHEDULED = { status: 'scheduled', scheduled_for: '2100-01-01T00:00:00Z' }
const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)

/**
 * Every read and write whose cost could depend on the number of posts. The pages are full with a thousand posts
 * already; the lengths of combined slots have no common factor, so that they make many different requests.
 */
export function scaleQuestions(data: ScaleData): ReadonlyMap<string, RequestMix> {
  return new Map(Object.entries({ ...publicReads(data), ...ownReads(data), ...writes(data) }))
}

function publicReads({ posts, slugs, usernames }: ScaleData): Record<string, RequestMix> {
  const read = (path: string, slots: Slots): RequestMix => ({
    templates: [{ method: 'GET', path: `/api/v1/public/${path}` }],
    slots,
  })
  const offset = upTo(REQUESTS_A_ROUND)
  return {
    'list, latest': read('posts?sort=latest&offset={offset}', { offset }),
    'list, popular': read('posts?sort=popular&offset={offset}', { offset }),
    'list, trending': read('posts?sort=trending&offset={offset}&limit={limit}', {
      offset: upTo(29),
      limit: upTo(10, 11),
    }),
    'list, category': read('posts?category={category}&offset={offset}', {
      category: CATEGORY_VALUES,
      offset: upTo(23),
    }),
    'list, tag': read('posts?tag=kind-{kind}&limit={limit}', { kind: upTo(50), limit: upTo(3, 18) }),
    'list, category and tag': read('posts?category={category}&tag=year-{year}&limit=3', {
      category: CATEGORY_VALUES,
      year: upTo(11),
    }),
    'list, author': read('posts?author={username}&limit={limit}', { username: usernames, limit: upTo(3, 8) }),
    'post by id': read('posts/{post}', { post: posts }),
    'post by slug': read('posts/{slug}', { slug: slugs }),
    'article of a post': read('posts/{post}/html', { post: posts }),
    'comments of a post': read('posts/{post}/comments', { post: posts }),
    ranking: read('ranking?type={type}&limit={limit}', { type: ['weekly', 'monthly'], limit: upTo(49, 2) }),
    profile: read('users/{username}', { username: usernames }),
  }
}

function ownReads({ author, posts, ownPosts }: ScaleData): Record<string, RequestMix> {
  const { headers } = author
  const read = (path: string, slots: Slots = {}): RequestMix => ({
    templates: [{ method: 'GET', path: `/api/v1/${path}`, headers }],
    slots,
  })
  return {
    'own list': read('posts?offset={offset}', { offset: upTo(100) }),
    'own list, filtered': read('posts?status=published&offset={offset}', { offset: upTo(100) }),
    'own post': read('posts/{post}', { post: ownPosts }),
    me: read('me'),
    'reader and post': read('reader/posts/{post}', { post: posts }),
    statistics: read('statistics'),
  }
}

function writes({ author, posts, ownPosts, doomedPosts }: ScaleData): Record<string, RequestMix> {
  const { authorization = '' } = author.headers
  const write = (method: string, path: string, slots: Slots, body?: object, status = 200): RequestMix => {
    const said = body ? { headers: author.headers, body: JSON.stringify(body) } : { headers: { authorization } }
    const request: RequestTemplate = { method, path: `/api/v1/${path}`, status, ...said }
    return { templates: [request], slots }
  }
  const own: Slots = { fresh: 'fresh', post: ownPosts }
  const fresh: Slots = { fresh: 'fresh' }
  return {
    'create, draft': write('POST', 'posts', fresh, { ...ARTICLE, status: 'draft' }, 201),
    'create, published': write('POST', 'posts', fresh, { ...ARTICLE, status: 'published' }, 201),
    'create, scheduled': write('POST', 'posts', fresh, { ...ARTICLE, ...SCHEDULED }, 201),
    'change a title': write('PATCH', 'posts/{post}', own, { title: 'Changed {fresh}' }),
    'change tags': write('PATCH', 'posts/{post}', own, { tags: ['{fresh}'] }),
    'put by external id': write('PUT', 'posts/by-external-id/{fresh}', fresh, { ...ARTICLE, status: 'draft' }, 201),
    delete: write('DELETE', 'posts/{post}', { post: doomedPosts }),
    like: write('PUT', 'reader/posts/{post}/like', { post: posts }),
    comment: write(
      'POST',
      'reader/posts/{post}/comments',
      { ...fresh, post: posts },
      { content: 'Well said {fresh}.' },
      201,
    ),
  }
}
