import type { PostItem } from '@galley/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'
import { type Month, shownRange } from './month.ts'

export interface Entry {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly kind: 'scheduled' | 'published'
}

export const PUBLISHED_MAX = 300

/** The scheduled posts of the weeks that a month's page shows. */
export const scheduledQuery = (month: Month) => {
  const { from, to } = shownRange(month)
  const range = { scheduled_from: from.toISOString(), scheduled_to: to.toISOString() }
  return queryOptions({
    queryKey: ['posts', 'calendar', 'scheduled', range],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const found: Entry[] = []
      for await (const { posts } of client.posts.pages({ ...range, limit: 100 }, { signal })) {
        for (const { id, title, scheduled_for: at } of posts) if (at) found.push({ id, title, at, kind: 'scheduled' })
      }
      return found
    },
    // Keeps the previous month and its focus until the next one is loaded.
    placeholderData: keepPreviousData,
  })
}

/** The number of scheduled posts in all months. */
export const scheduledCountQuery = queryOptions({
  queryKey: ['posts', 'calendar', 'scheduled-count'],
  queryFn: async ({ signal }) => (await client.posts.list({ status: 'scheduled', limit: 1 }, { signal })).total,
})

export const publishedQuery = queryOptions({
  queryKey: ['posts', 'calendar', 'published'],
  queryFn: async ({ signal }): Promise<Entry[]> => {
    const posts = await newestPublished(signal)
    return posts.flatMap(({ id, title, published_at: at }) =>
      at ? [{ id, title, at, kind: 'published' as const }] : [],
    )
  },
})

async function newestPublished(signal: AbortSignal): Promise<PostItem[]> {
  const found: PostItem[] = []
  for await (const { posts } of client.posts.pages({ status: 'published', limit: 100 }, { signal })) {
    found.push(...posts)
    if (found.length >= PUBLISHED_MAX) break
  }
  return found.slice(0, PUBLISHED_MAX)
}
