import type { Revision } from '@galley/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../client.ts'

/** The newest revisions of a post. */
export const revisionsQuery = (postId: string) =>
  queryOptions({ queryKey: ['revisions', postId], queryFn: () => client.revisions.list(postId, { limit: 100 }) })

/** A revision with its text. It never changes, except the latest one, which may still be written. */
export const revisionQuery = (postId: string, id: string) =>
  queryOptions({ queryKey: ['revision', postId, id], queryFn: () => client.revisions.read(postId, id) })

/** The changes that readers do not see yet, as the server has them when the post is opened. */
export const pendingQuery = (postId: string) =>
  queryOptions({
    queryKey: ['pending', postId],
    queryFn: async (): Promise<Revision | null> => {
      const { revisions } = await client.revisions.list(postId, { limit: 1 })
      const [first] = revisions
      return first?.is_pending ? client.revisions.read(postId, first.id) : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
