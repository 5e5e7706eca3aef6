import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/reading/public'
import type { SearchHighlight } from '@galley/contract/schemas/reading/search'
import type { CategoryValue } from '@galley/contract/writing/categories'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { findCandidates, findMoreCandidates, RANKED_MAX } from './candidates.ts'
import { type FoundPost, type Match, Matches } from './matches.ts'
import { highlightsOf } from './query/highlight.ts'
import { isDecidedByIndex, isEmptyQuery, parseQuery, type SearchQuery } from './query/parse-query.ts'
import { relaxedQueries } from './query/relaxed-queries.ts'
import { inSearch, type SearchScope } from './search-store.ts'
import { foldText } from './text/fold.ts'
import { timeSlices } from './time-slices.ts'

export interface Search {
  readonly q: string
  readonly category?: CategoryValue | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly sort: SearchSort
  readonly limit: number
  readonly offset: number
}

export interface Found {
  readonly posts: readonly (FoundPost & { readonly highlights: SearchHighlight[] })[]
  readonly total: number
  readonly isExact: boolean
}

/** If the terms do not decide whether a post matches, this many posts are compared for each one that is shown. */
const COMPARED_PER_MATCH = 3
/** The most posts that are compared if too few of those match. */
const COMPARED_MAX = 3000

/** No further spellings are tried after this time, so a busy server may miss the last of them. */
const SPELLINGS_MS = 500

const NOTHING: Found = { posts: [], total: 0, isExact: true }

/**
 * Searches the public posts. The index finds candidates; the best and newest of them are compared with the query word by
 * word, and ranked. Further results follow newest first. If nothing was found, other spellings of the words are tried.
 */
export async function searchPosts({ db, clock }: AppContext, search: Search): Promise<Found> {
  const parsed = parseQuery(search.q)
  if (isEmptyQuery(parsed)) return NOTHING
  const query = search.tag === undefined ? parsed : { ...parsed, tags: [...parsed.tags, foldText(search.tag.trim())] }
  return inSearch(db, async connection => {
    const scope = await scopeOf(connection, query, search)
    if (scope === undefined) return NOTHING
    const nowMs = clock.now().getTime()
    let found = await searchIn(connection, scope, query, search, nowMs)
    const startMs = performance.now()
    for (const relaxed of found.total > 0 ? [] : relaxedQueries(query)) {
      if (found.total > 0 || performance.now() - startMs > SPELLINGS_MS) break
      found = await searchIn(connection, scope, relaxed, search, nowMs)
    }
    return found
  })
}

async function searchIn(
  db: Db,
  scope: SearchScope,
  query: SearchQuery,
  { sort, limit, offset }: Search,
  nowMs: number,
): Promise<Found> {
  const end = Math.min(offset + limit, SEARCH_RESULTS_MAX)
  const isDecided = isDecidedByIndex(query)
  const perMatch = isDecided ? 1 : COMPARED_PER_MATCH
  const most = Math.max(RANKED_MAX, end) * perMatch
  const first = await findCandidates(db, scope, query, sort, { most, wanted: end * perMatch, enough: end })
  const { frequency } = first
  const furtherCount = { most: COMPARED_MAX, wanted: SEARCH_RESULTS_MAX, enough: end }
  const findMore =
    isDecided || frequency === undefined
      ? undefined
      : () => findMoreCandidates(db, scope, query, frequency, furtherCount)
  const matches = new Matches(db, query, nowMs, first, findMore)
  const ranked = await matches.take(RANKED_MAX, end)
  if (sort === 'relevance') ranked.sort((a, b) => b.score - a.score)

  const shown = ranked.slice(offset, end)
  const further = end - Math.max(offset, ranked.length)
  if (further > 0) {
    await matches.skip(Math.max(0, offset - ranked.length))
    shown.push(...(await matches.take(further)))
  }
  return { posts: await withHighlights(query, shown), ...matches.count }
}

async function withHighlights(query: SearchQuery, matches: readonly Match[]): Promise<Found['posts']> {
  const pause = timeSlices()
  const posts = []
  for (const { post } of matches) {
    posts.push({ ...post, highlights: highlightsOf(query, post) })
    await pause()
  }
  return posts
}

/** Undefined if nothing can be found there: an unknown author, or two different ones. */
async function scopeOf(db: Db, query: SearchQuery, { author, category }: Search): Promise<SearchScope | undefined> {
  const names = new Set([...query.authors, ...(author === undefined ? [] : [author])].map(canonicalUsername))
  if (names.size === 0) {
    return { scope: category === undefined ? 'all' : `category:${category}`, category: undefined, authorId: undefined }
  }
  const [name] = names
  const account = names.size > 1 || name === undefined ? undefined : await findAccountByUsername(db, name)
  return account === undefined ? undefined : { scope: `author:${account.id}`, category, authorId: account.id }
}
