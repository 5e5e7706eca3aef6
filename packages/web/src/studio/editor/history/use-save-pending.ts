import { useEffect } from 'react'
import { client } from '../../client.ts'
import { reportFailure } from '../../query-client.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'

const WAIT_MS = 2000

/**
 * Saves changes of a public post on the server without showing them to readers, so that they can be continued on another
 * device. The copy on this device stays in any case, so a refusal loses nothing.
 */
export function useSavePending(): void {
  const session = useSession()
  const { post, save, fields } = useSessionState()
  const isKept = post?.status === 'published' && save === 'kept'
  const [postId, etag] = isKept ? [post.id, post.etag] : []

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of a field is a reason to save
  useEffect(() => {
    if (postId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      const draft = session.draft()
      if (!draft.title.trim()) return
      // An update that is sent meanwhile has another version, so these changes cannot be pending after it.
      client.revisions.savePending(postId, draft, { ifMatch: etag ?? undefined }).catch(reportFailure)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(send, WAIT_MS)
    }
    wait()
    const unsubscribe = session.subscribeToText(wait)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [session, postId, etag, fields])
}
