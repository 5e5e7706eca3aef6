import type { Sitemap } from '@galley/contract/schemas/public'
import type { Clock } from '../core/clock.ts'
import type { Db } from '../db/database.ts'
import { nextPlace, type Place, postsBetween } from './sitemap-store.ts'

/** Posts that leave the public make their page thinner, so now and then the pages are marked off anew. */
const MARKS_LAST_MS = 3_600_000

/**
 * All public posts in pages, the oldest first: what is new comes to the end, and pages before it stay as they are. Where
 * each page begins is remembered, so that any of them is read as one short range of the index, however far along.
 */
export class SitemapPages {
  readonly #db: Db
  readonly #clock: Clock
  #marks: Place[] = []
  #marked: Promise<unknown> = Promise.resolve()
  #anewAtMs = 0

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async read(page: number): Promise<Sitemap> {
    // One after the other: two would mark the same page twice.
    this.#marked = this.#marked.then(
      () => this.#mark(),
      () => this.#mark(),
    )
    await this.#marked
    const from = this.#marks[page - 1]
    const rows = from === undefined ? [] : await postsBetween(this.#db, from, this.#marks[page])
    return {
      pages: this.#marks.length,
      entries: rows.map(row => ({ ...row, updated_at: row.updated_at.toISOString() })),
    }
  }

  async #mark(): Promise<void> {
    const nowMs = this.#clock.now().getTime()
    if (nowMs >= this.#anewAtMs) {
      this.#marks = []
      this.#anewAtMs = nowMs + MARKS_LAST_MS
    }
    for (;;) {
      const place = await nextPlace(this.#db, this.#marks.at(-1))
      if (place === undefined) return
      this.#marks.push(place)
    }
  }
}
