import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'
import { timeZone } from '../i18n/format.ts'

export const PERIODS = [7, 30, 40] as const
export type Period = (typeof PERIODS)[number]

export const statisticsQuery = (days: Period, postId: string | undefined) =>
  queryOptions({
    queryKey: ['statistics', days, postId ?? 'all'],
    queryFn: ({ signal }) => client.statistics.read({ days, post_id: postId, time_zone: timeZone }, { signal }),
    placeholderData: keepPreviousData,
  })

export const titleQuery = (postId: string) =>
  queryOptions({
    queryKey: ['statistics', 'title', postId],
    queryFn: async ({ signal }) => (await client.posts.read(postId, { signal })).title,
  })
