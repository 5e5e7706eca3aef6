import type { ListPostsQuery } from '@galley/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { type Month, shownRange } from './month.ts'

export interface Entry {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly kind: 'scheduled' | 'published'
}

/** The scheduled posts of the weeks that a month's page shows. */
export function scheduledQuery(month: Month) {
  const { from, to } = shownRange(month)
  return entriesQuery('scheduled', { scheduled_from: from.toISOString(), scheduled_to: to.toISOString() })
}

/** The published posts of the weeks that a month's page shows. */
export function publishedQuery(month: Month) {
  const { from, to } = shownRange(month)
  return entriesQuery('published', { published_from: from.toISOString(), published_to: to.toISOString() })
}

const entriesQuery = (kind: Entry['kind'], range: ListPostsQuery) =>
  queryOptions({
    queryKey: ['posts', 'calendar', kind, range],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const found: Entry[] = []
      for await (const { posts } of client.posts.pages({ ...range, limit: 100 }, { signal })) {
        for (const { id, title, scheduled_for, published_at } of posts) {
          const at = kind === 'scheduled' ? scheduled_for : published_at
          if (at) found.push({ id, title, at, kind })
        }
      }
      return found
    },
    // Keeps the previous month and its focus until the next one is loaded.
    placeholderData: keepPreviousData,
  })

/** The number of scheduled posts in all months. */
export const scheduledCountQuery = queryOptions({
  queryKey: ['posts', 'calendar', 'scheduled-count'],
  queryFn: async ({ signal }) => (await client.posts.list({ status: 'scheduled', limit: 1 }, { signal })).total,
})
