import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from './accepted-encoding.ts'

/** What the cache holds. */
export interface Entry {
  /** A change to one of these makes it outdated. */
  readonly about: readonly string[]
  /** When its oldest part was read. */
  readonly sinceMs: number
  /** Default: a minute. */
  readonly lifetimeMs?: number | undefined
  /** Compares what changes without a message, such as counters. */
  readonly isUnchanged?: (() => Promise<boolean>) | undefined
  /** Estimated memory. */
  readonly bytes: number
}

export interface Computed {
  readonly body: string | Buffer
  /** Headers besides etag, encoding and length; by default those of a JSON response of the API. */
  readonly headers?: Readonly<Record<string, string>>
  /** When its oldest part was read. Default: when the computation began. */
  readonly sinceMs?: number
  /** As in an `Entry`. */
  readonly about: readonly string[]
  readonly lifetimeMs?: number | undefined
  readonly isUnchanged?: (() => Promise<boolean>) | undefined
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
const ENTRY_BYTES = 2048
export const WORTH_COMPRESSING_BYTES = 1024

export const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** Up to about this length, a text is sent as fast as bytes or faster. */
const SHORT_BYTES = 8 * 1024

/** Whether a response is as new as the one that the client has. Not older: the time goes back if a post is deleted. */
export function isUnmodified(headers: Readonly<Record<string, string>>, ifModifiedSince: string | undefined): boolean {
  const modified = headers['last-modified']
  return modified !== undefined && Date.parse(modified) === Date.parse(ifModifiedSince ?? '')
}

/** The body in one encoding. */
export class EncodedResponse {
  readonly encoding: Encoding | null
  readonly bytes: Buffer
  #text: string | undefined

  constructor(encoding: Encoding | null, bytes: Buffer) {
    this.encoding = encoding
    this.bytes = bytes
  }

  /** For `end(…, 'latin1')`: Node passes a short text to the system together with the head, and bytes as a second piece. */
  get fastest(): Buffer | string {
    if (this.bytes.length > SHORT_BYTES) return this.bytes
    this.#text ??= this.bytes.toString('latin1')
    return this.#text
  }

  /** Estimated memory. */
  get size(): number {
    return this.bytes.length <= SHORT_BYTES ? 2 * this.bytes.length : this.bytes.length
  }
}

/** A response as bytes that can be sent to any anonymous reader. */
export class CachedResponse {
  readonly key: string
  readonly plain: EncodedResponse
  readonly sinceMs: number
  readonly about: readonly string[]
  readonly lifetimeMs: number | undefined
  readonly isUnchanged: (() => Promise<boolean>) | undefined
  readonly shows: ShownPost | null
  readonly #version: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #compressed = new Map<Encoding, EncodedResponse | Promise<void>>()
  readonly #headerLists = new Map<Encoding | null, readonly string[]>()
  readonly #grew: (bytes: number) => void
  #grownBytes = 0
  #value: unknown

  /** Calls `grew` with the size of what is added: compressed variants, the object. */
  constructor(key: string, startedMs: number, computed: Computed, grew: (bytes: number) => void) {
    this.key = key
    const bytes = unpooled(computed.body)
    this.plain = new EncodedResponse(null, bytes)
    this.sinceMs = computed.sinceMs ?? startedMs
    this.about = computed.about
    this.lifetimeMs = computed.lifetimeMs
    this.isUnchanged = computed.isUnchanged
    this.shows = computed.shows ?? null
    this.#version = hash('sha1', bytes, 'base64url')
    this.#headers = computed.headers ?? API_HEADERS
    this.#grew = grew
  }

  /** Estimated memory. */
  get bytes(): number {
    return ENTRY_BYTES + this.plain.size + this.#grownBytes
  }

  /** The object of a JSON response, for pages in this process. */
  get value(): unknown {
    if (this.#value === undefined) {
      this.#value = deepFrozen(JSON.parse(this.plain.bytes.toString()))
      this.#grow(objectBytes(this.plain.bytes.length))
    }
    return this.#value
  }

  /**
   * The compressed variant that the client accepts, if it is ready; else the plain one. Starts a missing compression, and
   * calls `failed` if that fails.
   */
  formFor(accepts: string | undefined, failed: (error: unknown) => void): EncodedResponse {
    const encoding = this.#encodingFor(accepts)
    if (encoding === null) return this.plain
    const form = this.#compressed.get(encoding)
    if (form === undefined) this.#compress(encoding).catch(failed)
    return form instanceof EncodedResponse ? form : this.plain
  }

  /** Resolves when `formFor` has the variant that the client prefers; rejects if it cannot be made. */
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
  isKnown(ifNoneMatch: string | undefined, ifModifiedSince?: string): boolean {
    if (ifNoneMatch === undefined) return isUnmodified(this.#headers, ifModifiedSince)
    return ifNoneMatch === '*' || ifNoneMatch.includes(`"${this.#version}`)
  }

  #encodingFor(accepts: string | undefined): Encoding | null {
    return accepts === undefined || this.plain.bytes.length < WORTH_COMPRESSING_BYTES ? null : encodingFor(accepts)
  }

  #compress(encoding: Encoding): Promise<void> {
    const compressing = compress[encoding](this.plain.bytes).then(
      bytes => {
        const form = new EncodedResponse(encoding, bytes)
        this.#compressed.set(encoding, form)
        this.#grow(form.size)
      },
      error => {
        this.#compressed.delete(encoding)
        throw error
      },
    )
    this.#compressed.set(encoding, compressing)
    return compressing
  }

  #grow(bytes: number): void {
    this.#grownBytes += bytes
    this.#grew(bytes)
  }
}

/** An object that is a part of pages, cleaned by the schema of what may be shown. */
export class SharedPart<T> implements Entry {
  readonly value: T
  readonly bytes: number
  readonly sinceMs: number
  readonly about: readonly string[]
  readonly lifetimeMs: number | undefined
  readonly isUnchanged: (() => Promise<boolean>) | undefined
  readonly shows: ShownPost | null

  constructor(startedMs: number, computed: Computed & { readonly body: string }) {
    this.value = deepFrozen(JSON.parse(computed.body))
    this.bytes = ENTRY_BYTES + objectBytes(computed.body.length)
    this.sinceMs = startedMs
    this.about = computed.about
    this.lifetimeMs = computed.lifetimeMs
    this.isUnchanged = computed.isUnchanged
    this.shows = computed.shows ?? null
  }
}

/** Node takes small buffers from larger ones, which stay in memory as a whole while one of them is used. */
function unpooled(body: string | Buffer): Buffer {
  if (typeof body !== 'string' && body.byteLength === body.buffer.byteLength) return body
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  if (typeof body === 'string') copy.write(body)
  else body.copy(copy)
  return copy
}

/** Estimated memory of an object by its JSON, and of the markup that pages make of it and keep with it. */
const objectBytes = (jsonLength: number) => 4 * jsonLength

/** It is shared between requests. */
function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen)
  return value
}
