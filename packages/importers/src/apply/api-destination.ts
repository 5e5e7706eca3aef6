import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { type Problem, RejectedError } from '../problems/problem.ts'
import type { Destination, SavedPost, SeriesBody } from './destination.ts'
import type { ImportBody } from './import-body.ts'

/** The calls of the API that an import needs, and what the account had before. */
export interface ImportApi {
  readonly posts: Iterable<{ readonly id: string; readonly external_id: string | null; readonly updated_at: string }>
  /** Deleted in the last days. */
  readonly deleted: Iterable<{ readonly external_id: string | null }>
  importPost(body: ImportBody): Promise<Omit<SavedPost, 'result'> & { readonly updated_at: string }>
  listSeries(): AsyncIterable<{ readonly id: string; readonly slug: string }>
  createSeries(body: SeriesBody): Promise<{ readonly id: string }>
  saveRedirect(path: string, postId: string): Promise<unknown>
  /** The paths of the author that contain this text. */
  findRedirects(text: string): Promise<readonly { readonly path: string }[]>
  upload(bytes: Uint8Array, fileName: string): Promise<string>
  uploadFrom(url: string, fileName: string): Promise<string>
  /** What is wrong with a field of a post, in the reader's language. Without it, the server's own words are used. */
  describeFieldError?(error: FieldError): string
}

interface FieldError {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** A server over its API. */
export function apiDestination(api: ImportApi): Destination {
  const known = new Map([...api.posts].map(post => [post.external_id, post]))
  const gone = new Set([...api.deleted].map(post => post.external_id))
  const saveRedirect = async (path: string, postId: string) => {
    await rejectable(api.saveRedirect(path, postId))
  }
  return {
    stateOf: async externalId => (known.has(externalId) ? 'exists' : gone.has(externalId) ? 'deleted' : 'new'),
    saveImage: (bytes, fileName) => rejectable(api.upload(bytes, fileName)),
    saveImageFrom: (url, fileName) => rejectable(api.uploadFrom(url, fileName)),
    savePost: async body => {
      const before = known.get(body.external_id)
      const save = (change: ImportBody) => rejectable(api.importPost(change), error => errorsOfPost(error, api))
      // The server archives only a post that exists.
      if (before === undefined && body.status === 'archived') await save({ ...body, status: 'draft' })
      const { id, url, slug, exceeded_limit, updated_at } = await save(body)
      const isSame = before !== undefined && before.updated_at === updated_at
      return {
        id,
        url,
        slug,
        exceeded_limit,
        result: before === undefined ? 'created' : isSame ? 'unchanged' : 'updated',
      }
    },
    saveSeries: async body => {
      for await (const { id, slug } of api.listSeries()) if (slug === body.slug) return id
      return (await rejectable(api.createSeries(body))).id
    },
    saveRedirect,
    completeRedirect: async (path, externalId) => {
      const post = known.get(externalId)
      if (post === undefined) return false
      const similar = await api.findRedirects(path.slice(0, SEARCH_QUERY_MAX_CHARACTERS))
      if (similar.some(found => found.path === path)) return false
      await saveRedirect(path, post.id)
      return true
    },
  }
}

interface ApiError {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldError[]
}

/** The SDK is not imported, because `gly` and the studio bring their own. */
const apiErrorOf = (error: unknown): ApiError | undefined =>
  error instanceof Error && 'status' in error && 'fields' in error ? (error as Error & ApiError) : undefined

/** Whether the error is about one post or image. A missing permission or a full storage concerns all of them. */
const isAboutOne = ({ status, code }: ApiError): boolean =>
  code === 'PLAN_REQUIRED' || ([400, 413, 415].includes(status) && code !== 'QUOTA_EXCEEDED')

async function rejectable<T>(call: Promise<T>, problemOf = errorOfOneField): Promise<T> {
  try {
    return await call
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError === undefined || !isAboutOne(apiError)) throw error
    throw new RejectedError(problemOf(apiError))
  }
}

/** Without the name of the field: a request with an image or a path has only one. */
function errorOfOneField(error: ApiError): Problem {
  const { code, message } = error.fields[0] ?? error
  return { code: 'rejected', values: { code, message } }
}

const inOwnWords = ({ field, message }: FieldError): string => `${field}: ${message}`

function errorsOfPost(error: ApiError, { describeFieldError = inOwnWords }: ImportApi): Problem {
  if (error.fields.length === 0) return errorOfOneField(error)
  return { code: 'post_rejected', values: { errors: error.fields.map(each => describeFieldError(each)).join(' ') } }
}
