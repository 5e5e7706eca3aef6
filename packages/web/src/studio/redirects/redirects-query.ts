import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

export const PAGE_SIZE = 50

/** The keys of all lists of redirects begin with this. */
export const REDIRECTS_KEY = ['redirects']

export const redirectsQuery = (q: string, offset: number) =>
  queryOptions({
    queryKey: [...REDIRECTS_KEY, q, offset],
    queryFn: ({ signal }) =>
      client.redirects.list({ ...(q.trim() !== '' && { q }), offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
