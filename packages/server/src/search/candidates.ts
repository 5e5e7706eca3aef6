import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/posts/public'
import type { Tx } from '../db/connection/database.ts'
import type { SearchQuery } from './parse-query.ts'
import {
  type Candidate,
  findByTerms,
  type SearchScope,
  sampleNewest,
  type WantedTerms,
  walkNewest,
} from './search-store.ts'
import { type TermKind, termOf } from './text/terms.ts'

/** So many matches are ranked; further ones follow in the order of publication. */
export const RANKED_MAX = 120
/** Of these, posts that have all words in titles, tags and headings. */
const HEAD_MAX = 60
const SAMPLE = 200
/** If more posts are expected to have the terms, the index is not used. */
const EXPECTED_MAX = 20_000
/** If at most so many are expected, the index counts them exactly. The newest posts may have the terms far more often. */
const COUNTED_MAX = 3000
/** The most posts that are read from the index, because the expected number is an estimate. */
const INDEXED_MAX = 30_000
/** How many of the newest posts are looked at; more if a page far down needs them. */
const WALKED_MAX = 3000

export interface Candidates {
  /** In the order in which they are shown, as far as the index can tell. */
  readonly candidates: readonly Candidate[]
  /** How many posts have the terms; an estimate unless `isExact`. */
  readonly total: number
  readonly isExact: boolean
  /** Whether these are all posts with the terms. */
  readonly isComplete: boolean
}

/** How frequent the terms of a query are. */
export interface Frequency {
  /** How many posts can be found at all. */
  readonly listed: number
  /** The part of them that has the terms, estimated by the newest posts. */
  readonly share: number
}

/** Posts that may answer a query, `count` of them if there are so many. */
export async function findCandidates(
  trx: Tx,
  scope: SearchScope,
  query: SearchQuery,
  sort: SearchSort,
  count: number,
): Promise<Candidates & { readonly frequency?: Frequency }> {
  const terms = textTermsOf(query)
  const head = termsOf(query, 'head')
  if (terms.length === 0) return newestOnly(trx, scope)
  const { listed, seen, hits, head_hits } = await sampleNewest(trx, scope, terms, head, SAMPLE)
  const shareOf = (part: number) => ({ listed, share: seen === 0 ? 0 : part / seen })
  const frequency = shareOf(hits)
  const found = { ...(await findNewest(trx, scope, { terms }, frequency, count)), frequency }
  if (sort === 'latest' || found.total <= RANKED_MAX) return found
  const heads = (await findNewest(trx, scope, { terms: head }, shareOf(head_hits), HEAD_MAX)).candidates
  return { ...found, candidates: distinct([...heads, ...found.candidates]) }
}

/**
 * More posts that may answer a query, after few of the first ones did. If very many posts have the terms, those with the
 * terms of an excluded word are left out: reading all their texts would take too long.
 */
export async function findFurther(
  trx: Tx,
  scope: SearchScope,
  query: SearchQuery,
  frequency: Frequency,
  count: number,
): Promise<Candidates> {
  const excluded = query.excluded.map(unit => unit.terms.map(term => termOf('text', term)))
  const tags = query.excludedTags.map(tag => [termOf('tag', tag)])
  const without = [...excluded, ...tags].filter(each => each.length > 0)
  return findNewest(trx, scope, { terms: textTermsOf(query), without }, frequency, count)
}

/**
 * Whether it is faster to look at the newest posts until enough have the terms than to get all posts with the terms from
 * the index. Looking at one post takes about three times as long as getting one from the index.
 */
const isWalked = ({ listed, share }: Frequency, count: number): boolean =>
  share * listed > EXPECTED_MAX || (share * listed > COUNTED_MAX && (3 * count) / share < share * listed)

/** Posts with the terms, newest first. */
async function findNewest(
  trx: Tx,
  scope: SearchScope,
  wanted: WantedTerms,
  frequency: Frequency,
  count: number,
): Promise<Candidates> {
  const expected = Math.round(frequency.share * frequency.listed)
  if (isWalked(frequency, count)) {
    const most = Math.max(WALKED_MAX, Math.ceil((1.5 * Math.min(count, SEARCH_RESULTS_MAX)) / frequency.share))
    const candidates = await walkNewest(trx, scope, wanted, count, most)
    return { candidates, total: expected, isExact: false, isComplete: false }
  }
  const terms = scope.authorId === undefined ? wanted.terms : [termOf('author', scope.authorId), ...wanted.terms]
  const { candidates, total, isCut } = await findByTerms(trx, scope, { ...wanted, terms }, count, INDEXED_MAX)
  if (!isCut) return { candidates, total, isExact: true, isComplete: total <= candidates.length }
  // The index was read in no useful order, and not to its end. The newest posts must be found in any case.
  const walked = await walkNewest(trx, scope, wanted, count, WALKED_MAX)
  const merged = newestFirst([...walked, ...candidates])
  return {
    candidates: merged.slice(0, count),
    total: Math.max(expected, total, merged.length),
    isExact: false,
    isComplete: false,
  }
}

const distinct = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map(candidate => [candidate.id, candidate])).values(),
]

const newestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  distinct(candidates).sort((a, b) => b.published_at.getTime() - a.published_at.getTime() || (a.id < b.id ? 1 : -1))

/** For a query that only the text itself can answer: one kana, a sign, exclusions only. */
async function newestOnly(trx: Tx, scope: SearchScope): Promise<Candidates> {
  const candidates = await walkNewest(trx, scope, { terms: [] }, RANKED_MAX + 1, RANKED_MAX + 1)
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
