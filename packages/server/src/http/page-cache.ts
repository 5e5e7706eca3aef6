import type { CachedAnswer, ResponseCache } from '../core/response-cache.ts'

/** A finished page, the same for all who are not logged in and read the same languages. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  /** The same as bytes, ready to be sent. */
  readonly content: CachedAnswer
  readonly parts: readonly PagePart[]
}

interface Kept {
  readonly page: Page
  /** When all its parts were last found to be the same: at which generation of the answers, and how old the oldest was. */
  seen: { readonly generation: number; readonly sinceMs: number }
}

/** An answer of the API that a page was made of, and its version. */
export interface PagePart {
  readonly url: string
  readonly etag: string
}

const MOST_BYTES = 32 * 1024 * 1024

/** The answers that these parts are, if all of them are kept and say the same. */
export function answersOf(responses: ResponseCache, parts: readonly PagePart[]): CachedAnswer[] | undefined {
  const answers = parts.map(({ url, etag }) => {
    const answer = responses.getByUrl(url)?.answer
    return answer?.etag === etag ? answer : undefined
  })
  return answers.every(answer => answer !== undefined) ? answers : undefined
}

/** Pages as strangers see them. Each is good as long as every answer that it was made of is kept and says the same. */
export class PageCache {
  readonly #responses: ResponseCache
  readonly #pages = new Map<string, Kept>()
  readonly #making = new Map<string, Promise<unknown>>()
  #bytes = 0

  constructor(responses: ResponseCache) {
    this.#responses = responses
  }

  get(key: string): Page | undefined {
    const kept = this.#pages.get(key)
    if (kept === undefined) return undefined
    const { generation, sinceMs } = kept.seen
    if (generation === this.#responses.generation && this.#responses.isYoung(sinceMs)) return kept.page
    const seen = this.#lookThrough(kept.page)
    if (seen !== undefined) kept.seen = seen
    else this.#drop(key, kept.page)
    return seen && kept.page
  }

  /** Undefined if one of its parts is gone or says something else. */
  #lookThrough({ parts }: Page): Kept['seen'] | undefined {
    const answers = answersOf(this.#responses, parts)
    return (
      answers && {
        generation: this.#responses.generation,
        sinceMs: Math.min(...answers.map(({ sinceMs }) => sinceMs)),
      }
    )
  }

  /** However many ask at once, one of them makes the page; the others wait for it. Undefined if it is none to keep. */
  async make(key: string, make: () => Promise<Page | undefined>): Promise<Page | undefined> {
    await this.#making.get(key)
    const made = this.get(key)
    if (made !== undefined) return made
    const making = make()
    // Those who wait make it themselves if this one fails.
    const settled = making.catch(() => {})
    this.#making.set(key, settled)
    try {
      const page = await making
      if (page !== undefined) this.#keep(key, page)
      return page
    } finally {
      if (this.#making.get(key) === settled) this.#making.delete(key)
    }
  }

  #keep(key: string, page: Page): void {
    const former = this.#pages.get(key)
    if (former !== undefined) this.#drop(key, former.page)
    // Looked through when it is first asked for: a part may have changed while it was made.
    this.#pages.set(key, { page, seen: { generation: -1, sinceMs: 0 } })
    this.#bytes += costOf(page)
    for (const [oldest, other] of this.#pages) {
      if (this.#bytes <= MOST_BYTES) return
      this.#drop(oldest, other.page)
    }
  }

  #drop(key: string, page: Page): void {
    this.#pages.delete(key)
    this.#bytes -= costOf(page)
  }
}

/** As text, as bytes, and compressed; the rest is its names and its headers. */
const costOf = ({ content }: Page): number => 2048 + 4 * content.body.length
