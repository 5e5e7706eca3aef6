import type { Readable } from 'node:stream'

export interface BlobInfo {
  readonly size: number
  /** Strong and quoted, as in the `ETag` header: a stored blob never changes. */
  readonly etag: string
  readonly modifiedAt: Date
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where uploaded files live. A key is a path such as `posts/<user>/<uuid>.jpg`; what is stored under it never changes. */
export interface BlobStore {
  /** Takes the file over: it may be gone from its place afterwards. The blob appears whole or not at all. */
  put(key: string, file: string, contentType: string): Promise<void>
  find(key: string): Promise<BlobInfo | undefined>
  /** The caller reads the body to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<{ readonly info: BlobInfo; readonly body: Readable } | undefined>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
}

/** What is stored never changes, so whoever has it need not ask again. */
export const BLOB_CACHE_CONTROL = 'public, max-age=31536000, immutable'

const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*\.[a-z0-9]+$/

/** Plain names, divided by slashes, with one ending: nothing that any file system or URL reads as something else. */
export function isBlobKey(key: string): boolean {
  return key.length <= 500 && KEY.test(key)
}

/** For stores: a key that is none comes from a mistake of ours, and must not reach a file system. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
