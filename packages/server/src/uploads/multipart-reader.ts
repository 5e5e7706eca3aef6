import { isUtf8 } from 'node:buffer'
import { type PartHeaders, parsePartHeaders } from './part-headers.ts'

/** The body is not what its content type says, or ends too early. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

const HEADERS_MAX_BYTES = 16 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Reads a multipart/form-data body part by part, as it arrives. It pulls: a slow reader slows the sender down, nothing
 * but the chunk at hand is kept, and the end of the input always ends the reading, with an error where it comes too early.
 */
export class MultipartReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  // As if a line had just ended, because the first delimiter has none before it.
  #held: Buffer = Buffer.from('\r\n')
  #insidePart = true

  constructor(source: AsyncIterator<Buffer>, boundary: string) {
    this.#source = source
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** The headers of the next part, or undefined after the last one. What was not read of the part before is skipped. */
  async nextPart(): Promise<PartHeaders | undefined> {
    while ((await this.readBody()) !== undefined);
    await this.#hold(2)
    if (this.#held[0] === 0x2d && this.#held[1] === 0x2d) {
      await this.#skipRest()
      return undefined
    }
    if ((await this.#readLine()).trim() !== '') throw new MultipartError('a boundary is followed by other text')
    const lines: string[] = []
    let size = 0
    for (let line = await this.#readLine(); line !== ''; line = await this.#readLine()) {
      lines.push(line)
      size += line.length
      if (size > HEADERS_MAX_BYTES) throw new MultipartError('the headers of a part are too long')
    }
    this.#insidePart = true
    return parsePartHeaders(lines)
  }

  /** The next bytes of the present part, or undefined at its end. */
  async readBody(): Promise<Buffer | undefined> {
    while (this.#insidePart) {
      const end = this.#held.indexOf(this.#delimiter)
      if (end >= 0) {
        const rest = this.#held.subarray(0, end)
        this.#held = this.#held.subarray(end + this.#delimiter.length)
        this.#insidePart = false
        if (rest.length > 0) return rest
        break
      }
      const known = this.#held.length - this.#delimiterBegun()
      if (known > 0) {
        const chunk = this.#held.subarray(0, known)
        this.#held = this.#held.subarray(known)
        return chunk
      }
      await this.#pull()
    }
    return undefined
  }

  /** How many bytes at the end may turn out to be the beginning of a delimiter. Mostly none, so that chunks need not be joined. */
  #delimiterBegun(): number {
    const begun = this.#held.length - this.#held.lastIndexOf('\r')
    if (begun > this.#held.length || begun >= this.#delimiter.length) return 0
    return this.#held.subarray(-begun).equals(this.#delimiter.subarray(0, begun)) ? begun : 0
  }

  async #readLine(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n')
      if (end > HEADERS_MAX_BYTES || (end < 0 && this.#held.length > HEADERS_MAX_BYTES)) {
        throw new MultipartError('the headers of a part are too long')
      }
      if (end >= 0) {
        const line = this.#held.subarray(0, end)
        this.#held = this.#held.subarray(end + 2)
        return isUtf8(line) ? line.toString('utf8') : line.toString('latin1')
      }
      await this.#pull()
    }
  }

  async #hold(bytes: number): Promise<void> {
    while (this.#held.length < bytes) await this.#pull()
  }

  async #pull(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new MultipartError('it ends before its last boundary')
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value])
  }

  /** What follows the last boundary means nothing, but has to be taken off the connection. */
  async #skipRest(): Promise<void> {
    this.#held = NOTHING
    this.#insidePart = false
    while (!(await this.#source.next()).done);
  }
}

/** The boundary that a content type names. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}
