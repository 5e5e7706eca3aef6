import type { Series } from '@galley/client'
import { PAGE_LIMIT_MAX } from '@galley/contract/limits'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

/** The keys of all queries about series begin with this. */
export const SERIES_KEY = ['series']

export const PAGE_SIZE = 50

export const seriesListQuery = (offset: number) =>
  queryOptions({
    queryKey: [...SERIES_KEY, 'list', offset],
    queryFn: ({ signal }) => client.series.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

/** All series, to choose from. */
export const allSeriesQuery = queryOptions({
  queryKey: [...SERIES_KEY, 'all'],
  queryFn: async ({ signal }) => {
    const all: Series[] = []
    for await (const page of client.series.pages({ limit: PAGE_LIMIT_MAX }, { signal })) all.push(...page.series)
    return all
  },
  staleTime: 60_000,
})

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...SERIES_KEY, id],
    queryFn: ({ signal }) => client.series.read(id, { signal }),
  })
