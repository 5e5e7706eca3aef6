import type { Revision } from '@galley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../client.ts'
import { changedFields, type Draft } from '../../../drafts/draft.ts'
import { reportFailure } from '../../../query-client.ts'
import { retryDelayMs } from '../saving/timing.ts'
import { explainFailure } from '../session/explain-failure.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { draftIn, type Pending, pendingQuery } from './history-queries.ts'

const WAIT_MS = 2000

export interface PendingChanges {
  readonly others: RemoteDraft | undefined
  /** Why this author's changes could not be saved. */
  readonly error: unknown
}

/** Changes of a public post that were saved elsewhere, and what the author can do with them. */
export interface RemoteDraft {
  readonly revision: Revision
  readonly isDiscarding: boolean
  continueEditing(): void
  discard(): void
}

/**
 * Saves changes of a public post on the server without showing them to readers, so that they can be continued on another
 * device. Changes that were saved elsewhere meanwhile are never overwritten: they are returned, and nothing is saved
 * until the author has decided. The copy on this device stays in any case, so a rejection loses nothing.
 */
export function usePendingChanges(): PendingChanges {
  const session = useSession()
  const queries = useQueryClient()
  const { post, save, fields } = useSessionState()
  const [postId, etag] = post?.status === 'published' ? [post.id, post.etag ?? undefined] : []
  const sent = useRef<Draft>(undefined)
  // One after the other: each save needs the id that the one before was given.
  const queue = useRef(Promise.resolve())
  const failures = useRef(0)
  const [error, setError] = useState<unknown>()
  const isFromThisDevice = (draft: Draft) =>
    [session.draft(), sent.current].some(own => own !== undefined && changedFields(draft, own).length === 0)
  const query = pendingQuery(postId ?? '', etag, isFromThisDevice)
  const { data: pending } = useQuery({ ...query, enabled: postId !== undefined })
  const set = (state: Pending) => void queries.setQueryData(query.queryKey, state)
  const isDecided = pending?.other === null
  const isSaved = save === 'storedLocally' && isDecided

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of a field is a reason to save; the rest follows the post
  useEffect(() => {
    if (postId === undefined || !isSaved) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = async () => {
      const draft = session.draft()
      const known = queries.getQueryData(query.queryKey)
      if (!draft.title.trim() || known === undefined || known.other !== null) return
      sent.current = draft
      try {
        // An update that is sent meanwhile has another version, so these changes cannot be pending after it.
        const options = { ifMatch: etag, ifPending: known.base }
        set({ base: (await client.revisions.savePending(postId, draft, options)).id, other: null })
        failures.current = 0
        setError(undefined)
      } catch (error) {
        reportFailure(error)
        const { kind } = explainFailure(error, new Map())
        if (kind === 'rejected' || kind === 'gone') return setError(error)
        // As long as the page is open: the text may not change again, and another device should have all of it.
        if (kind !== 'changed') return wait(retryDelayMs(failures.current++))
        await queries.refetchQueries({ queryKey: query.queryKey })
        // The response to an earlier save was lost.
        if (queries.getQueryData(query.queryKey)?.base !== known.base) wait()
      }
    }
    let isEnded = false
    const wait = (ms = WAIT_MS) => {
      clearTimeout(timer)
      if (isEnded) return
      timer = setTimeout(() => {
        queue.current = queue.current.then(send)
      }, ms)
    }
    wait()
    const unsubscribe = session.subscribeToText(() => wait())
    return () => {
      isEnded = true
      clearTimeout(timer)
      unsubscribe()
    }
  }, [session, postId, etag, fields, isSaved])

  const other = pending?.other ?? undefined
  const discard = useMutation({
    mutationFn: async () => {
      if (postId !== undefined) await client.revisions.discardPending(postId, { ifPending: other?.id })
    },
    onSuccess: () => set({ base: 'none', other: null }),
    onError: () => void queries.refetchQueries({ queryKey: query.queryKey }),
  })
  const others = other &&
    postId !== undefined && {
      revision: other,
      isDiscarding: discard.isPending,
      continueEditing: () => {
        session.replaceDraft(draftIn(other))
        set({ base: other.id, other: null })
      },
      discard: () => discard.mutate(),
    }
  return { others: others || undefined, error: save === 'storedLocally' ? error : undefined }
}
