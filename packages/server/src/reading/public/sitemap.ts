import type { Sitemap } from '@galley/contract/schemas/reading/public'
import type { Clock } from '../../platform/core/clock.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { nextPlace, type Place, postsBetween } from './sitemap-store.ts'

/** Removed posts leave pages shorter, so the page starts are determined again from time to time. */
const MARKS_LAST_MS = 3_600_000

/**
 * All public posts in pages, oldest first: new ones are added at the end, and earlier pages stay the same. The start of
 * each page is cached, so that every page is one short range of the index.
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
    // Serialised, so that a page start is not added twice.
    this.#marked = this.#marked.then(
      () => this.#mark(),
      () => this.#mark(),
    )
    await this.#marked
    // They may be determined again while the posts are read.
    const marks = this.#marks
    // An imported post may be older than all that were there when the first page start was determined.
    const from = page === 1 ? undefined : marks[page - 1]
    const rows = page > marks.length ? [] : await postsBetween(this.#db, from, marks[page])
    return {
      pages: marks.length,
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
