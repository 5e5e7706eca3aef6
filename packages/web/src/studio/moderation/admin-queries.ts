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

/** A page of a list. The one before is shown until it is loaded. */
const listQuery = <List>(key: readonly unknown[], load: (options: { signal: AbortSignal }) => Promise<List>) =>
  queryOptions({
    queryKey: [...ADMIN.queryKey, ...key],
    queryFn: ({ signal }) => load({ signal }),
    placeholderData: keepPreviousData,
  })

export const adminPostsQuery = (filter: ListFilter) =>
  listQuery(['posts', filter], options => client.admin.posts({ ...page(filter), hidden: flag(filter.state) }, options))

export const adminCommentsQuery = (filter: ListFilter) =>
  listQuery(['comments', filter], options =>
    client.admin.comments({ ...page(filter), hidden: flag(filter.state) }, options),
  )

export const adminUsersQuery = (filter: ListFilter) =>
  listQuery(['users', filter], options =>
    client.admin.users({ ...page(filter), suspended: flag(filter.state) }, options),
  )

export const reportsQuery = (status: 'open' | 'resolved', offset: number) =>
  listQuery(['reports', status, offset], options => client.admin.reports({ status, offset, limit: PAGE_SIZE }, options))

export const invitationsQuery = (offset: number) =>
  listQuery(['invitations', offset], options => client.invitations.list({ offset, limit: PAGE_SIZE }, options))

export const auditQuery = (offset: number) =>
  listQuery(['audit', offset], options => client.admin.audit({ offset, limit: PAGE_SIZE }, options))
