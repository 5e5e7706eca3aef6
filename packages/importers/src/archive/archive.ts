/**
 * The files of an export, whether it is a zip, a folder or one file, on a disk or in a browser. Nothing is ever written to the
 * disk.
 */
export interface Archive {
  /** Paths with `/`, without `..`, sorted. */
  readonly paths: readonly string[]
  has(path: string): boolean
  /** Throws a `FileError` if the file has more bytes. */
  read(path: string, maxBytes: number): Promise<Uint8Array>
  /** Ends with a `FileError` after this many bytes. */
  stream(path: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

export interface ArchiveLimits {
  readonly files: number
  /** Of all reads together, after decompression. */
  readonly totalBytes: number
}

export const DEFAULT_LIMITS: ArchiveLimits = { files: 200_000, totalBytes: 50 * 1024 ** 3 }
