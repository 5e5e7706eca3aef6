import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

export const PAGE_SIZE = 24

/** All lists of uploads. */
export const UPLOADS = { queryKey: ['uploads'] }

export const uploadsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...UPLOADS.queryKey, offset],
    queryFn: ({ signal }) => client.uploads.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
