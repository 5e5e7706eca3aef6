import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from './accepted-encoding.ts'

export interface Computed {
  readonly body: string | Buffer
  /** Headers besides etag, encoding and length; by default those of a JSON response of the API. */
  readonly headers?: Readonly<Record<string, string>>
  /** When its oldest part was read. Default: when the computation began. */
  readonly sinceMs?: number
  /** A change to one of these invalidates the response. */
  readonly about: readonly string[]
  /** The post that the response shows. Sending the response is a view of that post, unless its author reads it. */
  readonly shows?: ShownPost | undefined
}

export interface ShownPost {
  readonly postId: string
  readonly authorId: string
}

/** Always revalidated, so that a change is visible at once; the usual response is an empty 304. */
const API_HEADERS = {
  'cache-control': 'public, no-cache',
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding, Origin',
}
/** The entry itself, its key, its headers. */
const ENTRY_BYTES = 1024
export const WORTH_COMPRESSING_BYTES = 1024

export const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** A response as bytes that can be sent to any anonymous reader. */
export class CachedAnswer {
  readonly key: string
  readonly body: Buffer
  readonly sinceMs: number
  readonly about: readonly string[]
  readonly shows: ShownPost | null
  readonly #version: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #compressed = new Map<Encoding, Buffer | Promise<void>>()
  readonly #headerLists = new Map<Encoding | null, readonly string[]>()
  readonly #grew: (bytes: number) => void
  #compressedBytes = 0

  /** Calls `grew` with the size of each added compressed variant. */
  constructor(key: string, startedMs: number, computed: Computed, grew: (bytes: number) => void) {
    this.key = key
    this.body = typeof computed.body === 'string' ? Buffer.from(computed.body) : computed.body
    this.sinceMs = computed.sinceMs ?? startedMs
    this.about = computed.about
    this.shows = computed.shows ?? null
    this.#version = hash('sha1', this.body, 'base64url')
    this.#headers = computed.headers ?? API_HEADERS
    this.#grew = grew
  }

  /** Estimated memory. */
  get bytes(): number {
    return ENTRY_BYTES + this.body.length + this.#compressedBytes
  }

  /**
   * The compressed variant that the client accepts, if it is ready; else the plain one. Starts a missing compression.
   */
  formFor(accepts: string | undefined): { encoding: Encoding | null; body: Buffer } {
    const encoding = this.#encodingFor(accepts)
    const form = encoding === null ? this.body : (this.#compressed.get(encoding) ?? this.#compress(encoding))
    return form instanceof Buffer ? { encoding, body: form } : { encoding: null, body: this.body }
  }

  /** Resolves when `formFor` has the variant that the client prefers. */
  async ready(accepts: string | undefined): Promise<void> {
    const encoding = this.#encodingFor(accepts)
    if (encoding !== null) await (this.#compressed.get(encoding) ?? this.#compress(encoding))
  }

  /** Each variant has its own ETag, because their bytes differ; a weak ETag matches all of them. */
  headers(encoding: Encoding | null): Record<string, string> {
    return {
      etag: `"${this.#version}${encoding === null ? '' : `-${encoding}`}"`,
      ...this.#headers,
      ...(encoding !== null && { 'content-encoding': encoding }),
    }
  }

  /**
   * The same headers as a list for `writeHead`, with those of `defaults` that the response does not have. The list is made
   * once for each encoding.
   */
  headerList(encoding: Encoding | null, defaults: Readonly<Record<string, string>>): readonly string[] {
    let list = this.#headerLists.get(encoding)
    if (list === undefined) {
      list = Object.entries({ ...defaults, ...this.headers(encoding) }).flat()
      this.#headerLists.set(encoding, list)
    }
    return list
  }

  /** Whether the client already has this response, in any variant. */
  isKnown(ifNoneMatch: string | undefined): boolean {
    if (ifNoneMatch === undefined) return false
    return ifNoneMatch === '*' || ifNoneMatch.includes(`"${this.#version}`)
  }

  #encodingFor(accepts: string | undefined): Encoding | null {
    return accepts === undefined || this.body.length < WORTH_COMPRESSING_BYTES ? null : encodingFor(accepts)
  }

  #compress(encoding: Encoding): Promise<void> {
    const compressing = compress[encoding](this.body).then(
      body => {
        this.#compressed.set(encoding, body)
        this.#compressedBytes += body.length
        this.#grew(body.length)
      },
      () => void this.#compressed.delete(encoding),
    )
    this.#compressed.set(encoding, compressing)
    return compressing
  }
}
