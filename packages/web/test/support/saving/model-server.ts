import { ApiError, type ChangePost, ConnectionError, type CreatePost, type Post, type Versioned } from '@galley/client'
import { type Draft, draftOf, EMPTY_DRAFT } from '../../../src/studio/drafts/draft.ts'

/** How a request ends. `late`: it seems lost, and reaches the server later. */
export type Outcome =
  | 'answered'
  | 'answerLost'
  | 'requestLost'
  | 'late'
  | 'invalid'
  | 'taken'
  | 'busy'
  | 'stopped'
  | 'broken'

interface StoredPost {
  readonly id: string
  readonly externalId: string | undefined
  readonly version: number
  readonly value: Post
}

/** The rules of the API that saving depends on: versions, `If-Match`, and `PUT` by external id with `If-None-Match: *`. */
export class ModelServer {
  readonly posts = new Map<string, StoredPost>()
  /** Every state that a post was ever in, oldest first. */
  readonly history: { readonly id: string; readonly draft: Draft }[] = []
  isLoggedIn = true
  #count = 0

  /** Creates a post, or changes it as another program would. */
  write(id: string, change: ChangePost): void {
    const before = this.posts.get(id)
    const value = { ...(before?.value ?? blank(id)), ...change } as Post
    this.#store({ id, externalId: before?.externalId, version: (before?.version ?? 0) + 1, value })
  }

  read(id: string): Versioned<Post> {
    this.#requireLogIn()
    return versionOf(this.#get(id))
  }

  change(id: string, body: ChangePost, etag: string): Versioned<Post> {
    this.#requireLogIn()
    const post = this.#get(id)
    if (versionOf(post).etag !== etag) throw failure(412)
    return versionOf(this.#apply(post, body))
  }

  find(externalId: string): string {
    this.#requireLogIn()
    const post = this.#byExternalId(externalId)
    if (!post) throw failure(412)
    return post.id
  }

  create(externalId: string, body: CreatePost): Post {
    this.#requireLogIn()
    const post = this.#byExternalId(externalId)
    if (post) throw failure(412)
    const id = `post-${++this.#count}`
    return this.#store({ id, externalId, version: 1, value: { ...blank(id), ...body } as Post }).value
  }

  #byExternalId = (externalId: string) => [...this.posts.values()].find(post => post.externalId === externalId)

  #get(id: string): StoredPost {
    const post = this.posts.get(id)
    if (!post) throw failure(404)
    return post
  }

  #apply(post: StoredPost, body: ChangePost): StoredPost {
    const value = { ...post.value, ...body, tags: [...new Set((body.tags ?? post.value.tags).map(tag => tag.trim()))] }
    // A change without an effect makes no new version.
    if (JSON.stringify(value) === JSON.stringify(post.value)) return post
    return this.#store({ ...post, version: post.version + 1, value: value as Post })
  }

  #store(post: StoredPost): StoredPost {
    this.posts.set(post.id, post)
    this.history.push({ id: post.id, draft: draftOf(post.value) })
    return post
  }

  #requireLogIn(): void {
    if (!this.isLoggedIn) throw failure(401)
  }
}

const blank = (id: string) => ({ ...EMPTY_DRAFT, id, status: 'draft', updated_at: '' }) as unknown as Post
const versionOf = ({ id, version, value }: StoredPost) => ({ value, etag: `"${id}.${version}"` })

const REQUEST = { method: 'PUT', url: '/api/v1/posts/1' }
const CODES = { invalid: 400, taken: 409, busy: 429, stopped: 503, broken: 500 } as const

export const noAnswer = () =>
  new ConnectionError({ ...REQUEST, reason: 'no answer', cause: undefined, timedOut: false })

export const isRefusal = (outcome: Outcome): outcome is keyof typeof CODES => outcome in CODES

export function failure(status: number | keyof typeof CODES): ApiError {
  const code = typeof status === 'number' ? status : CODES[status]
  return new ApiError({
    ...REQUEST,
    status: code,
    code: `HTTP_${code}`,
    message: '',
    fields: [],
    requestId: null,
    retryAfterMs: code === 429 ? 5000 : null,
  })
}
