import type { Revision } from '@galley/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { DRAFT_FIELDS, type Draft, pickFields } from '../../../drafts/draft.ts'

/** The newest revisions of a post. */
export const revisionsQuery = (postId: string) =>
  queryOptions({ queryKey: ['revisions', postId], queryFn: () => client.revisions.list(postId, { limit: 100 }) })

/** A revision with its text. It never changes, except the latest one, which may still be written. */
export const revisionQuery = (postId: string, id: string) =>
  queryOptions({ queryKey: ['revision', postId, id], queryFn: () => client.revisions.read(postId, id) })

/** `base` is the pending revision that the text in the editor continues, or `none`. */
export interface Pending {
  readonly base: string
  /** One that was saved elsewhere, until the author has decided what to do with it. */
  readonly other: Revision | null
}

export const draftIn = (revision: Revision): Draft => pickFields(revision, DRAFT_FIELDS) as Draft

/** The changes that readers do not see yet. An update of the post ends them, so they belong to its version. */
export const pendingQuery = (postId: string, etag: string | undefined, isFromThisDevice: (draft: Draft) => boolean) =>
  queryOptions({
    queryKey: ['pending', postId, etag],
    queryFn: async (): Promise<Pending> => {
      const { revisions } = await client.revisions.list(postId, { limit: 1 })
      const [first] = revisions
      if (!first?.is_pending) return { base: 'none', other: null }
      const revision = await client.revisions.read(postId, first.id)
      return { base: revision.id, other: isFromThisDevice(draftIn(revision)) ? null : revision }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
