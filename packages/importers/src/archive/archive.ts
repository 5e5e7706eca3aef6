import { ArchiveError, FileError } from '../problems/problem.ts'

export interface ArchiveLimits {
  readonly files: number
  /** Of all reads together, after decompression, so that a small archive cannot expand without an end. */
  readonly totalBytes: number
}

export const DEFAULT_LIMITS: ArchiveLimits = { files: 200_000, totalBytes: 50 * 1024 ** 3 }

export type OpenFile = () => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>

/**
 * The files of an export, whether it is a zip, a folder or one file, on a disk or in a browser. Nothing is ever written to the
 * disk.
 */
export class Archive {
  /** Paths with `/`, without `..`, sorted. */
  readonly paths: readonly string[]
  readonly #files: ReadonlyMap<string, OpenFile>
  #bytesLeft: number

  constructor(files: ReadonlyMap<string, OpenFile>, { totalBytes }: ArchiveLimits = DEFAULT_LIMITS) {
    this.#files = files
    this.#bytesLeft = totalBytes
    this.paths = [...files.keys()].sort()
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Throws a `FileError` if the file has more bytes. */
  async read(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of this.stream(path, maxBytes)) chunks.push(new Uint8Array(chunk))
    return new Uint8Array(await new Blob(chunks).arrayBuffer())
  }

  /** Ends with a `FileError` after this many bytes. */
  async *stream(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
    const open = this.#files.get(path)
    if (open === undefined) throw new FileError({ code: 'file_missing', values: { file: path } })
    const damaged = (error: unknown): never => {
      if (error instanceof FileError) throw error
      const values = { file: path, error: error instanceof Error ? error.message : String(error) }
      throw new FileError({ code: 'file_damaged', values })
    }
    // Not every browser can iterate over a stream itself.
    const reader = (await Promise.resolve().then(open).catch(damaged)).getReader()
    let bytes = 0
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(damaged)
        if (done) return
        bytes += value.length
        if (bytes > maxBytes) {
          const megabytes = Math.floor(maxBytes / 1024 ** 2)
          throw new FileError({ code: 'file_too_large', values: { file: path, megabytes } })
        }
        this.#bytesLeft -= value.length
        if (this.#bytesLeft < 0) throw new ArchiveError({ code: 'unpacked_too_large' })
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
}
