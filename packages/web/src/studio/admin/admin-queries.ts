import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

export const PAGE_SIZE = 20

/** All queries of the admin area. */
export const ADMIN = { queryKey: ['admin'] }

/** What the list shows: text to search for, a state, and the page. */
export interface ListFilter {
  readonly q: string
  /** `hidden` or `suspended`, as the API takes it; empty for all. */
  readonly state: string
  readonly offset: number
}

const flag = (state: string): 'true' | 'false' | undefined =>
  state === 'true' ? 'true' : state === 'false' ? 'false' : undefined

const page = ({ q, offset }: ListFilter) => ({ q: q.trim() || undefined, offset, limit: PAGE_SIZE })

export const overviewQuery = queryOptions({
  queryKey: [...ADMIN.queryKey, 'overview'],
  queryFn: ({ signal }) => client.admin.overview({ signal }),
})

export const adminPostsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'posts', filter],
    queryFn: ({ signal }) => client.admin.posts({ ...page(filter), hidden: flag(filter.state) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const adminCommentsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'comments', filter],
    queryFn: ({ signal }) => client.admin.comments({ ...page(filter), hidden: flag(filter.state) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const adminUsersQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'users', filter],
    queryFn: ({ signal }) => client.admin.users({ ...page(filter), suspended: flag(filter.state) }, { signal }),
    placeholderData: keepPreviousData,
  })

export const reportsQuery = (status: 'open' | 'resolved', offset: number) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'reports', status, offset],
    queryFn: ({ signal }) => client.admin.reports({ status, offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const invitationsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'invitations', offset],
    queryFn: ({ signal }) => client.invitations.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

export const auditQuery = (offset: number) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, 'audit', offset],
    queryFn: ({ signal }) => client.admin.audit({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
