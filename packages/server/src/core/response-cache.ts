import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from './accepted-encoding.ts'
import type { Clock } from './clock.ts'

/** A finished answer: bytes that can go out as they are, to anybody. */
export interface CachedAnswer {
  readonly body: Buffer
  readonly etag: string
  /** When its making began: what it shows may be as old as that. */
  readonly sinceMs: number
  /** Compressed forms, made when somebody first asks for one. */
  readonly forms: Map<Encoding, Buffer | 'in the making'>
  /** The post that this answer shows whole, whose reading is a view, and who wrote it. */
  readonly shows: { readonly postId: string; readonly authorId: string } | null
}

export interface Computed {
  readonly body: string
  /** What a change must name to make this answer stale. */
  readonly about: readonly string[]
  readonly shows?: { readonly postId: string; readonly authorId: string }
}

const LIFETIME_MS = 3000
/** While changes on other nodes cannot be heard, only age protects from showing what is gone. */
const DEAF_LIFETIME_MS = 1000
const MOST_BYTES = 64 * 1024 * 1024
/** What an answer takes beside its bytes: the entry itself, its names, its headers. */
const ENTRY_BYTES = 1024
const MOST_URLS = 20_000
/** Longer ones are no links that many follow, and are always taken apart. */
const LONGEST_URL = 500
const WORTH_COMPRESSING_BYTES = 1024

/**
 * Answers of public reads, by normalised question. However many ask at once, one computation serves them; a change makes
 * the answers about it stale at once, and also those being computed while it happened.
 */
export class ResponseCache {
  readonly #clock: Clock
  readonly #listening: () => boolean
  readonly #answers = new Map<string, { answer: CachedAnswer; about: readonly string[] }>()
  readonly #keysOfUrls = new Map<string, { key: string; route: string }>()
  readonly #keysAbout = new Map<string, Set<string>>()
  readonly #computing = new Map<string, { promise: Promise<CachedAnswer>; generation: number }>()
  #generation = 0
  #bytes = 0

  constructor(clock: Clock, listening: () => boolean) {
    this.#clock = clock
    this.#listening = listening
  }

  /** How much memory the answers take, by a generous estimate. */
  get bytes(): number {
    return this.#bytes
  }

  /** Of how many subjects there are answers. */
  get subjects(): number {
    return this.#keysAbout.size
  }

  /** Grows with every change: as long as it stays the same, nothing that is kept has become stale but by its age. */
  get generation(): number {
    return this.#generation
  }

  isYoung(sinceMs: number): boolean {
    const lifetimeMs = this.#listening() ? LIFETIME_MS : DEAF_LIFETIME_MS
    return this.#clock.now().getTime() < sinceMs + lifetimeMs
  }

  get(key: string): CachedAnswer | undefined {
    const answer = this.#answers.get(key)?.answer
    return answer !== undefined && this.isYoung(answer.sinceMs) ? answer : undefined
  }

  /** Notes that this very address asks this question, so that it need not be taken apart again. */
  nameUrl(url: string, key: string, route: string): void {
    if (url.length > LONGEST_URL) return
    if (this.#keysOfUrls.size >= MOST_URLS) this.#keysOfUrls.clear()
    this.#keysOfUrls.set(url, { key, route })
  }

  getByUrl(url: string): { answer: CachedAnswer; route: string } | undefined {
    const named = this.#keysOfUrls.get(url)
    const answer = named && this.get(named.key)
    return answer && { answer, route: named.route }
  }

  async fetch(key: string, compute: () => Promise<Computed>): Promise<CachedAnswer> {
    const known = this.get(key)
    if (known !== undefined) return known
    const running = this.#computing.get(key)
    // One that began before the last change may show what is gone; it serves only those who asked before.
    if (running !== undefined && running.generation === this.#generation) return running.promise

    const generation = this.#generation
    const sinceMs = this.#clock.now().getTime()
    const promise = compute().then(computed => {
      const answer = finish(computed, sinceMs)
      if (generation === this.#generation) this.#keep(key, answer, computed.about)
      return answer
    })
    const entry = { promise, generation }
    this.#computing.set(key, entry)
    const done = () => {
      if (this.#computing.get(key) === entry) this.#computing.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  /** Something has changed: what was said about it is no longer true. */
  forget(about: string): void {
    this.#generation++
    for (const key of this.#keysAbout.get(about) ?? []) this.#drop(key)
  }

  clear(): void {
    this.#generation++
    this.#answers.clear()
    this.#keysAbout.clear()
    this.#bytes = 0
  }

  #keep(key: string, answer: CachedAnswer, about: readonly string[]): void {
    this.#drop(key)
    this.#answers.set(key, { answer, about })
    this.#bytes += costOf(answer)
    for (const subject of about) {
      const keys = this.#keysAbout.get(subject)
      if (keys === undefined) this.#keysAbout.set(subject, new Set([key]))
      else keys.add(key)
    }
    // The oldest go first; each lives for seconds only, so who was asked for last hardly matters.
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MOST_BYTES) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const entry = this.#answers.get(key)
    if (entry === undefined) return
    this.#answers.delete(key)
    this.#bytes -= costOf(entry.answer)
    for (const subject of entry.about) {
      const keys = this.#keysAbout.get(subject)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysAbout.delete(subject)
    }
  }
}

function finish({ body, shows }: Computed, sinceMs: number): CachedAnswer {
  const bytes = Buffer.from(body)
  return { body: bytes, etag: hash('sha1', bytes, 'base64url'), sinceMs, forms: new Map(), shows: shows ?? null }
}

/** Twice its bytes: the compressed forms together hardly take more than the plain one. */
const costOf = ({ body }: CachedAnswer): number => ENTRY_BYTES + 2 * body.length

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

/** The form that suits the client: compressed if it can be had now, plain while the compressed one is in the making. */
export function formFor(
  answer: CachedAnswer,
  accepts: string | undefined,
): { encoding: Encoding | null; body: Buffer } {
  const plain = { encoding: null, body: answer.body }
  if (accepts === undefined || answer.body.length < WORTH_COMPRESSING_BYTES) return plain
  const encoding = encodingFor(accepts)
  if (encoding === null) return plain
  const form = answer.forms.get(encoding)
  if (form === undefined) {
    answer.forms.set(encoding, 'in the making')
    compressors[encoding](answer.body).then(
      body => answer.forms.set(encoding, body),
      () => answer.forms.delete(encoding),
    )
  }
  return form instanceof Buffer ? { encoding, body: form } : plain
}

/** Always revalidated, so that a change is seen at once; the answer to that is mostly an empty 304. */
const CACHE_CONTROL = 'public, no-cache'

export function cachedHeaders(answer: CachedAnswer, encoding: Encoding | null): Record<string, string> {
  return {
    'cache-control': CACHE_CONTROL,
    'content-type': 'application/json; charset=utf-8',
    etag: `"${answer.etag}${encoding === null ? '' : `-${encoding}`}"`,
    vary: 'Accept-Encoding, Origin',
    ...(encoding !== null && { 'content-encoding': encoding }),
  }
}

/** Whether the client holds this answer already, in whichever form. */
export function isKnown(answer: CachedAnswer, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(`"${answer.etag}`))
}
