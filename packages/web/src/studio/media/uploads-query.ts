import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

export const PAGE_SIZE = 24

/** The keys of all lists of uploads begin with this. */
export const UPLOADS_KEY = ['uploads']

export const uploadsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...UPLOADS_KEY, offset],
    queryFn: ({ signal }) => client.uploads.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
