import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

export const PAGE_SIZE = 50

/** All lists of redirects. */
export const REDIRECTS = { queryKey: ['redirects'] }

export const redirectsQuery = (q: string, offset: number) =>
  queryOptions({
    queryKey: [...REDIRECTS.queryKey, q, offset],
    queryFn: ({ signal }) =>
      client.redirects.list({ ...(q.trim() !== '' && { q }), offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
