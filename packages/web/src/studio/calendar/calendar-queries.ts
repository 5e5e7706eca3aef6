import type { PostItem } from '@galley/contract/posts'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'
import { scheduledTimeQuery } from '../posts/scheduled-time-query.ts'

export interface Entry {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly kind: 'scheduled' | 'published'
}

const SCHEDULED_MAX = 500
export const PUBLISHED_MAX = 300

export const scheduledQuery = queryOptions({
  queryKey: ['posts', 'calendar', 'scheduled'],
  queryFn: async ({ signal, client: cache }): Promise<Entry[]> => {
    const posts = await newest('scheduled', SCHEDULED_MAX, signal)
    const times = await Promise.all(posts.map(post => cache.fetchQuery(scheduledTimeQuery(post))))
    return posts.flatMap(({ id, title }, index) => {
      const at = times[index]
      return at ? [{ id, title, at, kind: 'scheduled' as const }] : []
    })
  },
})

export const publishedQuery = queryOptions({
  queryKey: ['posts', 'calendar', 'published'],
  queryFn: async ({ signal }): Promise<Entry[]> => {
    const posts = await newest('published', PUBLISHED_MAX, signal)
    return posts.flatMap(({ id, title, published_at: at }) =>
      at ? [{ id, title, at, kind: 'published' as const }] : [],
    )
  },
})

async function newest(status: 'scheduled' | 'published', max: number, signal: AbortSignal): Promise<PostItem[]> {
  const found: PostItem[] = []
  for await (const { posts } of client.posts.pages({ status, limit: 100 }, { signal })) {
    found.push(...posts)
    if (found.length >= max) break
  }
  return found.slice(0, max)
}
