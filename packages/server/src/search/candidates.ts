import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/public'
import type { Tx } from '../db/connection/database.ts'
import type { SearchQuery } from './parse-query.ts'
import { type Candidate, findByTerms, type SearchScope, sampleNewest, walkNewest } from './search-store.ts'
import { type TermKind, termOf } from './text/terms.ts'

/** So many candidates are compared with the text and ranked. */
export const RANKED_MAX = 120
/** Of these, posts that have all words in titles, tags and headings. */
const HEAD_MAX = 60
const SAMPLE = 200
/** Reading this many posts from the index takes about as long as a search may take. */
const INDEXED_MAX = 15_000
/** Terms in so many posts that the index would be slow: some of the newest posts answer the search. */
const WALKED_HITS = 300
const WALKED_MAX = 5000

export interface Candidates {
  /** In the order in which they are shown, as far as the index can tell. */
  readonly candidates: readonly Candidate[]
  readonly total: number
  /** Whether these are all posts with the terms. */
  readonly isExact: boolean
}

/** The posts that may answer a query. */
export async function findCandidates(
  trx: Tx,
  scope: SearchScope,
  query: SearchQuery,
  sort: SearchSort,
): Promise<Candidates> {
  const terms = textTermsOf(query)
  const head = termsOf(query, 'head')
  if (terms.length === 0) return newestOnly(trx, scope)
  const { listed, seen, hits, head_hits } = await sampleNewest(trx, scope, terms, head, SAMPLE)
  const expected = seen === 0 ? 0 : Math.round((hits / seen) * listed)
  const expectedHead = seen === 0 ? 0 : Math.round((head_hits / seen) * listed)
  const found = expected > INDEXED_MAX ? await walk(trx, scope, terms, expected) : await byIndex(trx, scope, terms)
  if (sort === 'latest' || found.candidates.length <= RANKED_MAX) return found
  const heads =
    expectedHead > INDEXED_MAX
      ? await walkNewest(trx, scope, head, HEAD_MAX, WALKED_MAX)
      : (await findByTerms(trx, scope, head, HEAD_MAX, 2 * INDEXED_MAX)).candidates
  const known = new Set(heads.map(({ id }) => id))
  return { ...found, candidates: [...heads, ...found.candidates.filter(({ id }) => !known.has(id))] }
}

async function byIndex(trx: Tx, scope: SearchScope, terms: readonly number[]): Promise<Candidates> {
  const most = 2 * INDEXED_MAX
  const { candidates, total } = await findByTerms(trx, scope, terms, SEARCH_RESULTS_MAX, most)
  return { candidates, total, isExact: total < most }
}

async function walk(trx: Tx, scope: SearchScope, terms: readonly number[], expected: number): Promise<Candidates> {
  const candidates = await walkNewest(trx, scope, terms, WALKED_HITS, WALKED_MAX)
  return { candidates, total: expected, isExact: false }
}

/** For a query that only the text itself can answer: one kana, a sign, exclusions only. */
async function newestOnly(trx: Tx, scope: SearchScope): Promise<Candidates> {
  const candidates = await walkNewest(trx, scope, [], RANKED_MAX + 1, RANKED_MAX + 1)
  const isExact = candidates.length <= RANKED_MAX
  // How many match is known only after the comparison.
  return { candidates: candidates.slice(0, RANKED_MAX), total: 0, isExact }
}

/** What the index must have for a query. */
export const textTermsOf = (query: SearchQuery): number[] => termsOf(query, 'text')

function termsOf(query: SearchQuery, kind: TermKind): number[] {
  const words = query.required.flatMap(unit => unit.terms.map(term => termOf(kind, term)))
  return [...new Set([...words, ...query.tags.map(tag => termOf('tag', tag))])]
}
