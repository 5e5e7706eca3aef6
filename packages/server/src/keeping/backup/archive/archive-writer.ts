import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { createTarPacker } from 'modern-tar'

const LEVEL = 3
/** Of the compressed bytes. Small chunks cost a third more processor time, most of it in the garbage collector. */
const CHUNK_BYTES = 256 * 1024

/** Writes files into a compressed tar archive. The bytes of the archive are read from `body` at the same time. */
export class ArchiveWriter {
  readonly body: Readable
  readonly #tar = createTarPacker()

  constructor() {
    const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
    const compress = createZstdCompress({
      chunkSize: CHUNK_BYTES,
      params: { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_checksumFlag]: 1 },
    })
    const tar = Readable.fromWeb(this.#tar.readable)
    tar.on('error', error => compress.destroy(error))
    compress.on('close', () => tar.destroy())
    // It may fail before anybody reads it. An error without a listener would end the process.
    compress.on('error', () => {})
    this.body = tar.pipe(compress)
  }

  async addBytes(name: string, bytes: Uint8Array): Promise<void> {
    await this.addStream({ name, size: bytes.length, modifiedAt: new Date() }, [bytes])
  }

  async addJson(name: string, value: unknown): Promise<void> {
    await this.addBytes(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  }

  /** Returns the digest of the content. Fails if the content has another size than the one given. */
  async addStream(
    { name, size, modifiedAt }: { name: string; size: number; modifiedAt: Date },
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<string> {
    const hash = createHash('sha256')
    const entry = this.#tar.controller.add({ name, size, mtime: modifiedAt, mode: 0o600, type: 'file' }).getWriter()
    for await (const chunk of content) {
      hash.update(chunk)
      await entry.write(chunk)
    }
    await entry.close()
    return hash.digest('hex')
  }

  finish(): void {
    this.#tar.controller.finalize()
  }

  /** Whoever reads `body` gets this error, so that a partial archive is never taken for a complete one. */
  abort(error: unknown): void {
    this.#tar.controller.error(error)
  }
}
