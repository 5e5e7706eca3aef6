import type { PostItem } from '@galley/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../client.ts'

/** When a post is due. The list does not tell it, the post does; asked again only for one that has changed since. */
export const scheduledTimeQuery = ({ id, updated_at }: PostItem) =>
  queryOptions({
    queryKey: ['scheduled-time', id, updated_at],
    queryFn: async ({ signal }) => (await client.posts.read(id, { signal })).scheduled_for,
    staleTime: Number.POSITIVE_INFINITY,
  })
