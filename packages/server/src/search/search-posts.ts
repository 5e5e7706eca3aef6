import type { CategoryValue } from '@galley/contract/categories'
import { SEARCH_RESULTS_MAX } from '@galley/contract/limits'
import type { SearchSort } from '@galley/contract/public'
import type { SearchHighlight } from '@galley/contract/schemas/search'
import { findAccountByUsername } from '../accounts/account-store.ts'
import { canonicalUsername } from '../accounts/canonical-username.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connection/database.ts'
import { findCandidates, RANKED_MAX } from './candidates.ts'
import { parseQuery, type SearchQuery } from './parse-query.ts'
import { withoutEnding } from './query-units.ts'
import { scoreOf } from './score.ts'
import { type FoundRow, inSearch, readFound, type SearchScope } from './search-store.ts'
import { foldText } from './text/fold.ts'
import { highlightsOf } from './text/highlight.ts'

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

/** The texts that one search reads at most. */
const READ_MAX_BYTES = 6_000_000

/**
 * Searches the public posts. The index finds candidates; the best and newest of them are compared with the query word by
 * word, and ranked. Further results follow newest first. If nothing was found, endings of Japanese words are left out.
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

/** The query with other endings of Japanese words; undefined if it has no such words. */
function relax(query: SearchQuery): SearchQuery | undefined {
  const required = query.required.map(unit => withoutEnding(unit) ?? unit)
  return required.some((unit, i) => unit !== query.required[i]) ? { ...query, required } : undefined
}

async function searchIn(
  trx: Tx,
  scope: SearchScope,
  query: SearchQuery,
  { sort, limit, offset }: Search,
  nowMs: number,
): Promise<Found> {
  const { candidates, total, isExact } = await findCandidates(trx, scope, query, sort)
  const compared = await compare(trx, query, candidates.slice(0, RANKED_MAX), nowMs)
  if (sort === 'relevance') compared.sort((a, b) => b.score - a.score)

  const isAllCompared = candidates.length <= RANKED_MAX
  const end = Math.min(offset + limit, SEARCH_RESULTS_MAX)
  const posts = compared.slice(offset, end).map(({ post }) => post)
  if (!isAllCompared && end > compared.length) {
    const from = RANKED_MAX + Math.max(0, offset - compared.length)
    const further = candidates.slice(from, from + (end - Math.max(offset, compared.length)))
    posts.push(...(await compare(trx, query, further, 0)).map(({ post }) => post))
  }
  return {
    posts: posts.map(post => ({ ...post, highlights: highlightsOf(query, post) })),
    total: isAllCompared && isExact ? compared.length : Math.max(total, compared.length),
    isExact: isAllCompared ? isExact : isExact && query.required.every(unit => unit.isExact) && isPlain(query),
  }
}

/** Without anything that only the comparison with the text can decide. */
const isPlain = ({ excluded, excludedTags }: SearchQuery): boolean => excluded.length + excludedTags.length === 0

async function compare(
  trx: Tx,
  query: SearchQuery,
  candidates: readonly { id: string }[],
  nowMs: number,
): Promise<{ post: FoundRow; score: number }[]> {
  const ids = candidates.map(({ id }) => id)
  const found: { post: FoundRow; score: number }[] = []
  for (const post of await readFound(trx, ids, READ_MAX_BYTES)) {
    const score = scoreOf(query, post, nowMs)
    if (score !== undefined) found.push({ post, score })
  }
  return found
}

/** Undefined if nothing can be found there: an unknown author, or two different ones. */
async function scopeOf(trx: Tx, query: SearchQuery, { author, category }: Search): Promise<SearchScope | undefined> {
  const names = new Set([...query.authors, ...(author === undefined ? [] : [author])].map(canonicalUsername))
  if (names.size === 0) return { scope: category === undefined ? 'all' : `category:${category}`, category: undefined }
  const [name] = names
  const account = names.size > 1 || name === undefined ? undefined : await findAccountByUsername(trx, name)
  return account === undefined ? undefined : { scope: `author:${account.id}`, category }
}
