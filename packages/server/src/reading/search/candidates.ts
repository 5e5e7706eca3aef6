import type { SearchSort } from '@galley/contract/reading/public'
import type { Db } from '../../platform/db/connection/database.ts'
import type { SearchQuery } from './query/parse-query.ts'
import {
  type Candidate,
  findByTerms,
  type Indexed,
  type SearchScope,
  sampleNewest,
  type WantedTerms,
  walkNewest,
} from './search-store.ts'
import { type TermKind, termOf } from './text/terms.ts'

/** How many matches are ranked; further ones follow in the order of publication. */
export const RANKED_MAX = 120
/** How many of these may be posts that have all words in titles, tags and headings. */
const HEAD_MAX = 60
const SAMPLE = 200
/**
 * If at most this many are expected, the index counts them exactly. The expected number is an estimate from the newest
 * posts, and may be far too high.
 */
const COUNTED_MAX = 3000
/** The most posts that are read from the index. */
const INDEXED_MAX = 8000
/** If more posts are expected to have the terms, what can be read from the index is a small part of them. */
const FREQUENT = 24_000
/** How many of the newest posts are looked at; more if a page far down needs them. */
const WALKED_MIN = 3000
const WALKED_MAX = 12_000

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
  /** The share of these posts that has the terms, estimated from the newest posts. */
  readonly share: number
}

/** How many posts are asked for. */
export interface Count {
  readonly most: number
  /** The newest posts are searched until about this many are found. */
  readonly wanted: number
  /** If fewer are found in this way, the index is used. */
  readonly enough: number
}

/** Posts that may match a query. */
export async function findCandidates(
  db: Db,
  scope: SearchScope,
  query: SearchQuery,
  sort: SearchSort,
  count: Count,
): Promise<Candidates & { readonly frequency?: Frequency }> {
  const terms = textTermsOf(query)
  const head = termsOf(query, 'head')
  if (terms.length === 0) return newestOnly(db, scope)
  const wanted = { terms: withAuthor(scope, terms), limit: count.most, most: INDEXED_MAX, few: COUNTED_MAX }
  const sample = await sampleNewest(db, scope, { terms, head, size: SAMPLE }, wanted)
  const { listed, seen, hits, head_hits, indexed } = sample
  const shareOf = (part: number) => (seen === 0 ? 0 : part / seen)
  const frequency = { listed, share: shareOf(hits) }
  const found = { ...(await findNewest(db, scope, { terms }, frequency, count, indexed)), frequency }
  if (sort === 'latest' || found.total <= RANKED_MAX) return found
  // At most as many posts have the words in title, tags or headings as have them anywhere.
  const expectedHeads = Math.min(shareOf(head_hits) * listed, found.total)
  const heads = await findHeads(db, scope, head, expectedHeads)
  return { ...found, candidates: distinct([...heads, ...found.candidates]) }
}

/** Posts with the terms in titles, tags or headings. */
async function findHeads(
  db: Db,
  scope: SearchScope,
  terms: readonly number[],
  expected: number,
): Promise<readonly Candidate[]> {
  if (expected > COUNTED_MAX) return walkNewest(db, scope, { terms }, HEAD_MAX, WALKED_MIN)
  const wanted = { terms: withAuthor(scope, terms), limit: HEAD_MAX, most: COUNTED_MAX }
  return (await findByTerms(db, scope, wanted)).candidates
}

/**
 * More posts that may match a query, after few of the first ones did. If very many posts have the terms, those with the
 * terms of an excluded word are left out: reading all their texts would take too long.
 */
export async function findMoreCandidates(
  db: Db,
  scope: SearchScope,
  query: SearchQuery,
  frequency: Frequency,
  count: Count,
): Promise<Candidates> {
  const excluded = query.excluded.map(unit => unit.terms.map(term => termOf('text', term)))
  const tags = query.excludedTags.map(tag => [termOf('tag', tag)])
  const without = [...excluded, ...tags].filter(each => each.length > 0)
  return findNewest(db, scope, { terms: textTermsOf(query), without }, frequency, count)
}

/**
 * Posts with the terms, newest first. There are two ways, which take about as long for each post that they look at:
 * the index returns all posts with the terms, and how many they are; or the newest posts are looked at, one after the
 * other, until enough of them have the terms. How many posts are expected to have the terms decides:
 *
 * - up to `COUNTED_MAX`: the index;
 * - up to `FREQUENT`: the index, unless it would look at more than twice as many posts;
 * - more: the newest posts, and the index only if too few of them have the terms.
 */
async function findNewest(
  db: Db,
  scope: SearchScope,
  terms: WantedTerms,
  { listed, share }: Frequency,
  { most, wanted, enough }: Count,
  known?: Indexed,
): Promise<Candidates> {
  const expected = Math.round(share * listed)
  const walk = (count: number) => walkNewest(db, scope, terms, most, count)
  const estimated = (candidates: Candidate[], total: number) => ({
    candidates,
    total,
    isExact: false,
    isComplete: false,
  })
  // Half as many again as should be needed, because the share is an estimate.
  const walkedMax = Math.min(WALKED_MAX, Math.max(WALKED_MIN, Math.ceil((1.5 * wanted) / share)))
  const isWalkShorter = 2 * Math.min(walkedMax, most / share) < expected
  let newest: Candidate[] | undefined
  if (expected > FREQUENT || (expected > COUNTED_MAX && isWalkShorter)) {
    newest = await walk(walkedMax)
    // If only few of these many posts are left without the excluded words, the index would hardly find more.
    const excludes = terms.without !== undefined && terms.without.length > 0
    if (newest.length >= enough || excludes) return estimated(newest, expected)
  }
  const indexed = { ...terms, terms: withAuthor(scope, terms.terms), limit: most, most: INDEXED_MAX }
  const { candidates, total, isCut } = known ?? (await findByTerms(db, scope, indexed))
  if (!isCut) return { candidates, total, isExact: true, isComplete: total <= candidates.length }
  // The index was read in no useful order, and not to its end. The newest posts must be found in any case.
  const merged = newestFirst([...(newest ?? (await walk(WALKED_MIN))), ...candidates])
  return estimated(merged.slice(0, most), Math.max(expected, total, merged.length))
}

/** The index has a term for each author, so that it does not return the posts of others. */
const withAuthor = ({ authorId }: SearchScope, terms: readonly number[]): number[] =>
  authorId === undefined ? [...terms] : [termOf('author', authorId), ...terms]

const distinct = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map(candidate => [candidate.id, candidate])).values(),
]

const newestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  distinct(candidates).sort((a, b) => b.published_at.getTime() - a.published_at.getTime() || (a.id < b.id ? 1 : -1))

/** For a query that only the text itself can answer: one kana, a sign, exclusions only. */
async function newestOnly(db: Db, scope: SearchScope): Promise<Candidates> {
  const candidates = await walkNewest(db, scope, { terms: [] }, RANKED_MAX + 1, RANKED_MAX + 1)
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
