import type { FileHandle } from 'node:fs/promises'

/** The file ends before an announced part. */
export class TruncatedError extends Error {
  override readonly name = 'TruncatedError'
}

const WINDOW_BYTES = 64 * 1024

/**
 * Reads a file at any position through a window of 64 KiB: a sequential walk reads each byte once and uses little
 * memory.
 */
export class ByteWindow {
  readonly size: number
  readonly #file: FileHandle
  readonly #bytes = Buffer.alloc(WINDOW_BYTES)
  #start = 0
  #length = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** Valid until the next call. At most 64 KiB. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position + length > this.size) throw new TruncatedError('the file ends too early')
    if (position < this.#start || position + length > this.#start + this.#length) await this.#move(position)
    return this.#bytes.subarray(position - this.#start, position - this.#start + length)
  }

  async byte(position: number): Promise<number> {
    return (await this.read(position, 1))[0]!
  }

  /** The rest of the window from here, at least `atLeast` bytes: for loops that should not await each step. */
  async from(position: number, atLeast: number): Promise<Buffer> {
    await this.read(position, atLeast)
    return this.#bytes.subarray(position - this.#start, this.#length)
  }

  async #move(position: number): Promise<void> {
    this.#start = position
    this.#length = 0
    const wanted = Math.min(WINDOW_BYTES, this.size - position)
    while (this.#length < wanted) {
      const { bytesRead } = await this.#file.read(
        this.#bytes,
        this.#length,
        wanted - this.#length,
        position + this.#length,
      )
      if (bytesRead === 0) throw new TruncatedError('the file ends too early')
      this.#length += bytesRead
    }
  }
}
