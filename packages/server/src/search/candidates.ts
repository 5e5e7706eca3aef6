import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/public'
import type { Tx } from '../db/connection/database.ts'
import { isDecidedByIndex, type SearchQuery } from './parse-query.ts'
import { type Candidate, findByTerms, type SearchScope, sampleNewest, walkNewest } from './search-store.ts'
import { type TermKind, termOf } from './text/terms.ts'

/** So many matches are ranked; further ones follow in the order of publication. */
export const RANKED_MAX = 120
/** Of these, posts that have all words in titles, tags and headings. */
const HEAD_MAX = 60
const SAMPLE = 200
/** Reading this many posts from the index takes about as long as a search may take. */
const INDEXED_MAX = 15_000
/** Terms in so many posts that the index would be slow: some of the newest posts answer the search. */
const WALKED_HITS = 300
const WALKED_MAX = 5000
/** If the terms do not decide whether a post matches, more of them have to be compared. */
const COMPARED_MAX = 3000

export interface Candidates {
  /** In the order in which they are shown, as far as the index can tell. */
  readonly candidates: readonly Candidate[]
  /** How many posts have the terms; an estimate unless `isExact`. */
  readonly total: number
  readonly isExact: boolean
  /** Whether these are all posts with the terms. */
  readonly isComplete: boolean
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
  const isDecided = isDecidedByIndex(query)
  const { listed, seen, hits, head_hits } = await sampleNewest(trx, scope, terms, head, SAMPLE)
  const expected = seen === 0 ? 0 : Math.round((hits / seen) * listed)
  const expectedHead = seen === 0 ? 0 : Math.round((head_hits / seen) * listed)
  const found = await findNewest(trx, scope, terms, expected, {
    indexed: isDecided ? SEARCH_RESULTS_MAX : COMPARED_MAX,
    walked: isDecided ? WALKED_HITS : COMPARED_MAX,
  })
  if (sort === 'latest' || found.candidates.length <= RANKED_MAX) return found
  const limits = { indexed: HEAD_MAX, walked: HEAD_MAX }
  const heads = (await findNewest(trx, scope, head, expectedHead, limits)).candidates
  const known = new Set(heads.map(({ id }) => id))
  return { ...found, candidates: [...heads, ...found.candidates.filter(({ id }) => !known.has(id))] }
}

/** Posts with the terms, newest first. */
async function findNewest(
  trx: Tx,
  scope: SearchScope,
  terms: readonly number[],
  expected: number,
  limits: { readonly indexed: number; readonly walked: number },
): Promise<Candidates> {
  if (expected > INDEXED_MAX) {
    const candidates = await walkNewest(trx, scope, terms, limits.walked, WALKED_MAX)
    return { candidates, total: expected, isExact: false, isComplete: false }
  }
  const all = scope.authorId === undefined ? terms : [termOf('author', scope.authorId), ...terms]
  const { candidates, total, isCut } = await findByTerms(trx, scope, all, limits.indexed, 2 * INDEXED_MAX)
  if (!isCut) return { candidates, total, isExact: true, isComplete: total <= candidates.length }
  // The index was read in no useful order, and not to its end. The newest posts must be found in any case.
  const walked = await walkNewest(trx, scope, terms, limits.walked, WALKED_MAX)
  const merged = newestFirst([...walked, ...candidates])
  return {
    candidates: merged.slice(0, limits.indexed),
    total: Math.max(expected, total, merged.length),
    isExact: false,
    isComplete: false,
  }
}

const newestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  [...new Map(candidates.map(candidate => [candidate.id, candidate])).values()].sort(
    (a, b) => b.published_at.getTime() - a.published_at.getTime() || (a.id < b.id ? 1 : -1),
  )

/** For a query that only the text itself can answer: one kana, a sign, exclusions only. */
async function newestOnly(trx: Tx, scope: SearchScope): Promise<Candidates> {
  const candidates = await walkNewest(trx, scope, [], RANKED_MAX + 1, RANKED_MAX + 1)
  const isComplete = candidates.length <= RANKED_MAX
  // How many match is known only after the comparison.
  return { candidates: candidates.slice(0, RANKED_MAX), total: 0, isExact: isComplete, isComplete }
}

/** What the index must have for a query. */
export const textTermsOf = (query: SearchQuery): number[] => termsOf(query, 'text')

function termsOf(query: SearchQuery, kind: TermKind): number[] {
  const words = query.required.flatMap(unit => unit.terms.map(term => termOf(kind, term)))
  return [...new Set([...words, ...query.tags.map(tag => termOf('tag', tag))])]
}
