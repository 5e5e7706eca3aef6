import type { CategoryValue } from '@galley/contract/categories'
import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/public'
import type { SearchHighlight } from '@galley/contract/schemas/search'
import { findAccountByUsername } from '../accounts/account-store.ts'
import { canonicalUsername } from '../accounts/canonical-username.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connection/database.ts'
import { type Candidates, findCandidates, RANKED_MAX } from './candidates.ts'
import { type Match, Matches } from './matches.ts'
import { isDecidedByIndex, parseQuery, type SearchQuery } from './parse-query.ts'
import { otherSpelling } from './query-units.ts'
import { type FoundRow, inSearch, type SearchScope } from './search-store.ts'
import { foldText } from './text/fold.ts'
import { highlightsOf } from './text/highlight.ts'
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
  readonly posts: readonly (FoundRow & { readonly highlights: SearchHighlight[] })[]
  readonly total: number
  readonly isExact: boolean
}

const NOTHING: Found = { posts: [], total: 0, isExact: true }

/**
 * Searches the public posts. The index finds candidates; the best and newest of them are compared with the query word by
 * word, and ranked. Further results follow newest first. If nothing was found, other spellings of the words are tried.
 */
export async function searchPosts({ db, clock }: AppContext, search: Search): Promise<Found> {
  const parsed = parseQuery(search.q)
  const query = search.tag === undefined ? parsed : { ...parsed, tags: [...parsed.tags, foldText(search.tag.trim())] }
  return inSearch(db, async trx => {
    const scope = await scopeOf(trx, query, search)
    if (scope === undefined) return NOTHING
    const nowMs = clock.now().getTime()
    const found = await searchIn(trx, scope, query, search, nowMs)
    const relaxed = found.total === 0 ? relax(query) : undefined
    return relaxed === undefined ? found : searchIn(trx, scope, relaxed, search, nowMs)
  })
}

/** The query with other spellings of its words; undefined if they have none. */
function relax(query: SearchQuery): SearchQuery | undefined {
  const others = query.required.map(otherSpelling)
  if (others.every(units => units === undefined)) return undefined
  return { ...query, required: query.required.flatMap((unit, i) => others[i] ?? [unit]) }
}

async function searchIn(
  trx: Tx,
  scope: SearchScope,
  query: SearchQuery,
  { sort, limit, offset }: Search,
  nowMs: number,
): Promise<Found> {
  const found = await findCandidates(trx, scope, query, sort)
  const matches = new Matches(trx, query, found.candidates, nowMs)
  const ranked = await matches.take(RANKED_MAX)
  if (sort === 'relevance') ranked.sort((a, b) => b.score - a.score)

  const end = Math.min(offset + limit, SEARCH_RESULTS_MAX)
  const shown = ranked.slice(offset, end)
  const further = end - Math.max(offset, ranked.length)
  if (further > 0) {
    await matches.skip(Math.max(0, offset - ranked.length))
    shown.push(...(await matches.take(further)))
  }
  return { posts: await withHighlights(query, shown), ...countOf(query, found, matches) }
}

function countOf(query: SearchQuery, found: Candidates, matches: Matches): Pick<Found, 'total' | 'isExact'> {
  if (found.isComplete && matches.isAllCompared) return { total: matches.matched, isExact: true }
  if (isDecidedByIndex(query)) return { total: Math.max(found.total, matches.matched), isExact: found.isExact }
  const share = matches.matched / Math.max(1, matches.compared)
  return { total: Math.max(Math.round(found.total * share), matches.matched), isExact: false }
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
async function scopeOf(trx: Tx, query: SearchQuery, { author, category }: Search): Promise<SearchScope | undefined> {
  const names = new Set([...query.authors, ...(author === undefined ? [] : [author])].map(canonicalUsername))
  if (names.size === 0) {
    return { scope: category === undefined ? 'all' : `category:${category}`, category: undefined, authorId: undefined }
  }
  const [name] = names
  const account = names.size > 1 || name === undefined ? undefined : await findAccountByUsername(trx, name)
  return account === undefined ? undefined : { scope: `author:${account.id}`, category, authorId: account.id }
}
