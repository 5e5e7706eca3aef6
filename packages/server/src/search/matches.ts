import type { Tx } from '../db/connection/database.ts'
import { isDecidedByIndex, type SearchQuery } from './parse-query.ts'
import { scoreOf } from './score.ts'
import { type Candidate, type FoundRow, readFound } from './search-store.ts'
import { timeSlices } from './time-slices.ts'

export interface Match {
  readonly post: FoundRow
  readonly score: number
}

/** Texts that are read at once, and by one search. */
const BATCH = 120
const BATCH_BYTES = 1_500_000
const READ_MAX_BYTES = 6_000_000

/** Compares candidates with a query, in their order and no more of them than needed. */
export class Matches {
  readonly #trx: Tx
  readonly #query: SearchQuery
  readonly #candidates: readonly Candidate[]
  readonly #nowMs: number
  readonly #pause = timeSlices()
  readonly #found: Match[] = []
  #next = 0
  #skipped = 0
  #matched = 0
  #bytes = 0

  constructor(trx: Tx, query: SearchQuery, candidates: readonly Candidate[], nowMs: number) {
    this.#trx = trx
    this.#query = query
    this.#candidates = candidates
    this.#nowMs = nowMs
  }

  /** How many candidates were compared, and how many of them answer the query. */
  get compared(): number {
    return this.#next - this.#skipped
  }

  get matched(): number {
    return this.#matched
  }

  get isAllCompared(): boolean {
    return this.compared === this.#candidates.length
  }

  /** The next matches; fewer if there are no more, or if too much text would have to be read. */
  async take(count: number): Promise<Match[]> {
    while (this.#found.length < count && this.#next < this.#candidates.length && this.#bytes < READ_MAX_BYTES) {
      await this.#compareNext(isDecidedByIndex(this.#query) ? count - this.#found.length : BATCH)
    }
    return this.#found.splice(0, count)
  }

  /** Leaves out matches. All candidates are taken for matches if the index can decide that. */
  async skip(count: number): Promise<void> {
    if (!isDecidedByIndex(this.#query)) {
      await this.take(count)
      return
    }
    const rest = count - this.#found.splice(0, count).length
    this.#next += rest
    this.#skipped += rest
  }

  async #compareNext(count: number): Promise<void> {
    const ids = this.#candidates.slice(this.#next, this.#next + Math.min(count, BATCH)).map(({ id }) => id)
    const read = await readFound(this.#trx, ids, BATCH_BYTES)
    this.#next += read.count
    for (const post of read.posts) {
      this.#bytes += post.body.length
      const score = scoreOf(this.#query, post, this.#nowMs)
      if (score !== undefined) {
        this.#found.push({ post, score })
        this.#matched++
      }
      await this.#pause()
    }
  }
}
