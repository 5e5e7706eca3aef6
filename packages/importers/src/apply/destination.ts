import type { RenderingLimit } from '@galley/contract/writing/posts'
import type { ImportedSeries } from '../imported-post.ts'
import type { ImportBody } from './import-body.ts'

export interface SeriesBody {
  readonly slug: string
  readonly title: string
  readonly description: string | null
  readonly cover_image_url: string | null
  readonly status: ImportedSeries['status']
}

export interface SavedPost {
  readonly id: string
  readonly url: string
  readonly slug: string
  /** The limit of rendering that a text exceeds which readers see. */
  readonly exceeded_limit: RenderingLimit | null
  readonly result: 'created' | 'updated' | 'unchanged'
}

/** Where posts are imported to: a server over its API, or the database of the server itself. */
export interface Destination {
  /** What has been imported before: posts that exist, and posts that the author deleted. */
  stateOf(externalId: string): Promise<'new' | 'exists' | 'deleted'>
  /** The address of the stored image. Throws a `RejectedError` if it is not an image that can be stored. */
  saveImage(bytes: Uint8Array, fileName: string): Promise<string>
  /** Throws a `RejectedError` if the server does not accept the post. */
  savePost(body: ImportBody): Promise<SavedPost>
  /** The id of the author's series with this slug, which is created if there is none. Throws a `RejectedError`. */
  saveSeries(body: SeriesBody): Promise<string>
  /** Throws a `RejectedError` if the old path cannot lead to the post. */
  saveRedirect(path: string, postId: string): Promise<void>
  /** The same for a post that was imported before, unless the path leads to a post already. False if nothing was missing. */
  completeRedirect(path: string, externalId: string): Promise<boolean>
  /** The same for an image of another site. */
  saveImageFrom(url: string, fileName: string): Promise<string>
}
