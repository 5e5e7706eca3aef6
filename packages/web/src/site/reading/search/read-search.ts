import { SEARCH_QUERY_MAX_CHARACTERS, TAG_MAX_CHARACTERS, USERNAME_MAX_CHARACTERS } from '@galley/contract/limits'
import { HAS_WORDS, type SearchSort } from '@galley/contract/reading/public'
import { CATEGORY_VALUES, type CategoryValue } from '@galley/contract/writing/categories'
import { readPageNumber } from '../../parts/pager.ts'
import { withQuery } from '../../paths.ts'

/** What the address of a search page asks for. */
export interface Search {
  readonly q: string
  readonly category: CategoryValue | null
  readonly tag: string | null
  readonly author: string | null
  readonly sort: SearchSort
  readonly page: number
}

/** Values that cannot be searched for are left out, so that no address is an error. */
export function readSearch({ searchParams }: URL): Search {
  const text = (name: string, max: number) => {
    const value = (searchParams.get(name) ?? '').replaceAll('\0', '').toWellFormed().trim()
    return value === '' || [...value].length > max ? null : value
  }
  const q = (searchParams.get('q') ?? '').replaceAll('\0', '').toWellFormed().trim()
  const category = CATEGORY_VALUES.find(value => value === searchParams.get('category')) ?? null
  return {
    q: HAS_WORDS.test(q) ? q : '',
    category,
    tag: text('tag', TAG_MAX_CHARACTERS),
    author: text('author', USERNAME_MAX_CHARACTERS),
    sort: searchParams.get('sort') === 'latest' ? 'latest' : 'relevance',
    page: readPageNumber(new URL(`http://x/?${searchParams}`)) ?? 1,
  }
}

export const isTooLong = ({ q }: Search): boolean => [...q].length > SEARCH_QUERY_MAX_CHARACTERS

/** The address of a search. Default values are left out. */
export function searchPath({ q, category, tag, author, sort, page }: Search): string {
  return withQuery('/search', {
    q: q === '' ? null : q,
    category,
    tag,
    author,
    sort: sort === 'relevance' ? null : sort,
    page: page === 1 ? null : page,
  })
}
