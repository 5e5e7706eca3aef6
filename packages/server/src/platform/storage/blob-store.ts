import type { Readable } from 'node:stream'

export interface BlobInfo {
  readonly size: number
  /** Strong and quoted, as in the `ETag` header: a stored blob never changes. */
  readonly etag: string
  readonly modifiedAt: Date
}

/** Inclusive on both ends, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Storage of uploaded files. A key is a path such as `posts/<user>/<uuid>.jpg`; its content never changes. */
export interface BlobStore {
  /** Takes over the file, which may be moved. The blob is stored completely or not at all. */
  put(key: string, file: string, contentType: string): Promise<void>
  find(key: string): Promise<BlobInfo | undefined>
  /** The caller must read the body to its end or destroy it. */
  open(key: string, range?: ByteRange): Promise<{ readonly info: BlobInfo; readonly body: Readable } | undefined>
  /** The next keys with this prefix after a key, in the order of their characters; empty at the end. */
  list(prefix: string, after: string, limit: number): Promise<string[]>
  /** Deleting a missing blob is not an error. */
  delete(key: string): Promise<void>
}

/** A stored blob never changes, so clients may cache it forever. */
export const BLOB_CACHE_CONTROL = 'public, max-age=31536000, immutable'

const KEY = /^[a-z0-9_-]+(\/[a-z0-9_-]+)*\.[a-z0-9]+$/

/** Plain names separated by slashes, with one extension: nothing that a file system or URL interprets differently. */
export function isBlobKey(key: string): boolean {
  return key.length <= 500 && KEY.test(key)
}

/** An invalid key is a programming error and must not reach a file system. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
