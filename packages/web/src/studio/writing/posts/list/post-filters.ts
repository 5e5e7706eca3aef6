import { SEARCH_QUERY_MAX_CHARACTERS } from '@galley/contract/limits'
import { HAS_WORDS } from '@galley/contract/reading/public'
import {
  LIVE_POST_STATUSES,
  type LivePostStatus,
  POST_TYPES,
  type PostType,
  VISIBILITIES,
  type Visibility,
} from '@galley/contract/writing/posts'

const FLAGS = ['true', 'false'] as const

export const PAGE_SIZE = 20

/** The filters of the list. They are in the address, so that they can be bookmarked and shared. */
export interface PostFilters {
  /** Words in all of the author's text. */
  readonly q: string | undefined
  readonly status: LivePostStatus | undefined
  readonly type: PostType | undefined
  readonly visibility: Visibility | undefined
  readonly paid: (typeof FLAGS)[number] | undefined
  readonly offset: number
}

export function readFilters(search: URLSearchParams): PostFilters {
  const page = Number.parseInt(search.get('page') ?? '1', 10)
  const q = [...(search.get('q') ?? '').trim()].slice(0, SEARCH_QUERY_MAX_CHARACTERS).join('')
  return {
    q: HAS_WORDS.test(q) ? q : undefined,
    status: known(LIVE_POST_STATUSES, search.get('status')),
    type: known(POST_TYPES, search.get('type')),
    visibility: known(VISIBILITIES, search.get('visibility')),
    paid: known(FLAGS, search.get('paid')),
    offset: page > 1 ? (page - 1) * PAGE_SIZE : 0,
  }
}

/** The address of the list with these filters. */
export function filterAddress({ offset, ...filters }: PostFilters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, value)
  if (offset > 0) search.set('page', String(offset / PAGE_SIZE + 1))
  const query = search.toString()
  return query ? `/studio?${query}` : '/studio'
}

export const queryOf = ({ q, status, type, visibility, paid, offset }: PostFilters) => ({
  q,
  status,
  post_type: type,
  visibility,
  is_paid: paid,
  offset,
  limit: PAGE_SIZE,
})

export const isFiltered = ({ q, type, visibility, paid }: PostFilters): boolean =>
  [q, type, visibility, paid].some(filter => filter !== undefined)

const known = <V extends string>(values: readonly V[], value: string | null): V | undefined =>
  values.find(candidate => candidate === value)
