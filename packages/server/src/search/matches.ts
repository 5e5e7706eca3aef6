import type { Tx } from '../db/connection/database.ts'
import type { Candidates } from './candidates.ts'
import { isDecidedByIndex, type SearchQuery } from './query/parse-query.ts'
import { scoreOf } from './query/score.ts'
import { type Candidate, type FoundRow, type ReadTexts, readFound } from './search-store.ts'
import { type PlainText, plainTextOf } from './text/plain-text.ts'
import { timeSlices } from './time-slices.ts'

export type FoundPost = Omit<FoundRow, 'content'> & PlainText

export interface Match {
  readonly post: FoundPost
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
  readonly #nowMs: number
  readonly #first: Candidates
  readonly #isDecided: boolean
  readonly #pause = timeSlices()
  readonly #found: Match[] = []
  #candidates: readonly Candidate[]
  #isComplete: boolean
  #findMoreCandidates: (() => Promise<Candidates>) | undefined
  /** The share of the first candidates that match. */
  #share: number | undefined
  #next = 0
  #skipped = 0
  #matched = 0
  #bytes = 0
  #ahead: Promise<ReadTexts> | undefined

  /** `findMoreCandidates` is called if the first candidates have too few matches. */
  constructor(
    trx: Tx,
    query: SearchQuery,
    nowMs: number,
    first: Candidates,
    findMoreCandidates: (() => Promise<Candidates>) | undefined,
  ) {
    this.#trx = trx
    this.#query = query
    this.#nowMs = nowMs
    this.#first = first
    this.#candidates = first.candidates
    this.#isComplete = first.isComplete
    this.#isDecided = isDecidedByIndex(query)
    this.#findMoreCandidates = first.isComplete ? undefined : findMoreCandidates
  }

  /** How many posts answer the query, as far as that is known by now. */
  get count(): { total: number; isExact: boolean } {
    const { total, isExact } = this.#first
    if (this.#isComplete && this.#next - this.#skipped === this.#candidates.length) {
      return { total: this.#matched, isExact: true }
    }
    if (this.#isDecided) return { total: Math.max(total, this.#matched), isExact }
    return { total: Math.max(Math.round(total * (this.#share ?? this.#matchedShare())), this.#matched), isExact: false }
  }

  /**
   * The next matches; fewer if there are no more, or if too much text would have to be read. Further candidates are
   * found only if there are fewer than `needed`.
   */
  async take(count: number, needed = count): Promise<Match[]> {
    while (
      this.#found.length < count &&
      this.#bytes < READ_MAX_BYTES &&
      (await this.#hasNext(this.#found.length < needed))
    ) {
      await this.#compareNext(this.#isDecided ? count - this.#found.length : BATCH)
    }
    return this.#found.splice(0, count)
  }

  /** Leaves out matches. If the index alone decides what matches, no text is read for this. */
  async skip(count: number): Promise<void> {
    if (!this.#isDecided) {
      await this.take(count)
      return
    }
    const rest = count - this.#found.splice(0, count).length
    this.#next += rest
    this.#skipped += rest
  }

  async #hasNext(needsFurther: boolean): Promise<boolean> {
    if (this.#next < this.#candidates.length) return true
    if (this.#findMoreCandidates === undefined || !needsFurther) return false
    const further = await this.#findMoreCandidates()
    this.#findMoreCandidates = undefined
    this.#share = this.#matchedShare()
    const known = new Set(this.#candidates.map(({ id }) => id))
    this.#candidates = [...this.#candidates, ...further.candidates.filter(({ id }) => !known.has(id))]
    this.#isComplete = further.isComplete
    return this.#next < this.#candidates.length
  }

  #read(count: number): Promise<ReadTexts> {
    const ids = this.#candidates.slice(this.#next, this.#next + Math.min(count, BATCH)).map(({ id }) => id)
    return readFound(this.#trx, ids, BATCH_BYTES)
  }

  #matchedShare(): number {
    return this.#matched / Math.max(1, this.#next - this.#skipped)
  }

  async #compareNext(count: number): Promise<void> {
    const read = await (this.#ahead ?? this.#read(count))
    this.#next += read.count
    // If not every text matches, more are needed: they are read while these are compared.
    this.#ahead = this.#isDecided || this.#next >= this.#candidates.length ? undefined : this.#read(count)
    this.#ahead?.catch(() => {})
    for (const { content, ...row } of read.posts) {
      this.#bytes += content?.length ?? 0
      const post = { ...row, ...plainTextOf(content ?? '') }
      const score = scoreOf(this.#query, post, this.#nowMs)
      if (score !== undefined) {
        this.#found.push({ post, score })
        this.#matched++
      }
      await this.#pause()
    }
  }
}
