import { LIVE_POST_STATUSES, type LivePostStatus } from '@galley/contract/writing/posts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { type PostFilters, queryOf } from './post-filters.ts'

export const postsQuery = (filters: PostFilters) =>
  queryOptions({
    queryKey: ['posts', 'list', filters],
    queryFn: ({ signal }) => client.posts.list(queryOf(filters), { signal }),
    placeholderData: keepPreviousData,
  })

export type StatusCounts = Readonly<Record<'all' | LivePostStatus, number>>

/** The number of posts of each tab, with the other filters applied. */
export const countsQuery = ({ q, type, visibility, paid }: PostFilters) =>
  queryOptions({
    queryKey: ['posts', 'counts', { q, type, visibility, paid }],
    queryFn: async ({ signal }): Promise<StatusCounts> => {
      const count = async (status: PostFilters['status']) => {
        const query = { ...queryOf({ q, status, type, visibility, paid, offset: 0 }), limit: 1 }
        return (await client.posts.list(query, { signal })).total
      }
      const [draft = 0, scheduled = 0, published = 0, archived = 0] = await Promise.all(LIVE_POST_STATUSES.map(count))
      return { all: draft + scheduled + published + archived, draft, scheduled, published, archived }
    },
    placeholderData: keepPreviousData,
  })
