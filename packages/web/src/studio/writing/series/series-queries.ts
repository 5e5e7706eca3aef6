import type { Series } from '@galley/client'
import { PAGE_LIMIT_MAX } from '@galley/contract/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

/** All queries about series. */
export const SERIES = { queryKey: ['series'] }

export const PAGE_SIZE = 50

export const seriesListQuery = (offset: number) =>
  queryOptions({
    queryKey: [...SERIES.queryKey, 'list', offset],
    queryFn: ({ signal }) => client.series.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

/** All series, to choose from. */
export const allSeriesQuery = queryOptions({
  queryKey: [...SERIES.queryKey, 'all'],
  queryFn: async ({ signal }) => {
    const all: Series[] = []
    for await (const page of client.series.pages({ limit: PAGE_LIMIT_MAX }, { signal })) all.push(...page.series)
    return all
  },
  staleTime: 60_000,
})

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...SERIES.queryKey, id],
    queryFn: ({ signal }) => client.series.read(id, { signal }),
  })
