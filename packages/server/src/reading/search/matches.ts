import type { Db } from '../../platform/db/connection/database.ts'
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

/** How many texts are read at once. */
const BATCH_TEXTS = 120
const BATCH_BYTES = 1_500_000
/** After this many bytes a search reads no further texts. */
const READ_MAX_BYTES = 6_000_000

/** Compares candidates with a query, in their order and no more of them than needed. */
export class Matches {
  readonly #db: Db
  readonly #query: SearchQuery
  readonly #nowMs: number
  readonly #first: Candidates
  /** Whether the index alone decides what matches. */
  readonly #indexDecides: boolean
  readonly #pause = timeSlices()
  readonly #found: Match[] = []
  #candidates: readonly Candidate[]
  #isComplete: boolean
  #findMoreCandidates: (() => Promise<Candidates>) | undefined
  /** The share of the first candidates that match; set when further ones were found. */
  #shareOfFirst: number | undefined
  /** The index of the next candidate to compare or to skip. */
  #next = 0
  #skipped = 0
  #matched = 0
  #bytesRead = 0
  /** The next texts, which are read while others are compared. */
  #nextTexts: Promise<ReadTexts> | undefined

  /** `findMoreCandidates` is called if the first candidates have too few matches. */
  constructor(
    db: Db,
    query: SearchQuery,
    nowMs: number,
    first: Candidates,
    findMoreCandidates: (() => Promise<Candidates>) | undefined,
  ) {
    this.#db = db
    this.#query = query
    this.#nowMs = nowMs
    this.#first = first
    this.#candidates = first.candidates
    this.#isComplete = first.isComplete
    this.#indexDecides = isDecidedByIndex(query)
    this.#findMoreCandidates = first.isComplete ? undefined : findMoreCandidates
  }

  /** How many posts match the query, as far as that is known by now. */
  get count(): { total: number; isExact: boolean } {
    const { total, isExact } = this.#first
    if (this.#isComplete && this.#next - this.#skipped === this.#candidates.length) {
      return { total: this.#matched, isExact: true }
    }
    if (this.#indexDecides) return { total: Math.max(total, this.#matched), isExact }
    return {
      total: Math.max(Math.round(total * (this.#shareOfFirst ?? this.#matchedShare())), this.#matched),
      isExact: false,
    }
  }

  /**
   * The next matches; fewer if there are no more, or if too much text would have to be read. Further candidates are
   * found only if there are fewer than `needed`.
   */
  async take(count: number, needed = count): Promise<Match[]> {
    while (
      this.#found.length < count &&
      this.#bytesRead < READ_MAX_BYTES &&
      (await this.#hasNext(this.#found.length < needed))
    ) {
      await this.#compareNext(this.#indexDecides ? count - this.#found.length : BATCH_TEXTS)
    }
    return this.#found.splice(0, count)
  }

  /** Leaves out matches. If the index alone decides what matches, no text is read for this. */
  async skip(count: number): Promise<void> {
    if (!this.#indexDecides) {
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
    this.#shareOfFirst = this.#matchedShare()
    const known = new Set(this.#candidates.map(({ id }) => id))
    this.#candidates = [...this.#candidates, ...further.candidates.filter(({ id }) => !known.has(id))]
    this.#isComplete = further.isComplete
    return this.#next < this.#candidates.length
  }

  #read(count: number): Promise<ReadTexts> {
    const ids = this.#candidates.slice(this.#next, this.#next + Math.min(count, BATCH_TEXTS)).map(({ id }) => id)
    return readFound(this.#db, ids, BATCH_BYTES)
  }

  #matchedShare(): number {
    return this.#matched / Math.max(1, this.#next - this.#skipped)
  }

  async #compareNext(count: number): Promise<void> {
    const read = await (this.#nextTexts ?? this.#read(count))
    this.#next += read.count
    // If the index alone does not decide, more texts are usually needed.
    this.#nextTexts = this.#indexDecides || this.#next >= this.#candidates.length ? undefined : this.#read(count)
    this.#nextTexts?.catch(() => {})
    for (const { content, ...row } of read.posts) {
      this.#bytesRead += content?.length ?? 0
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
