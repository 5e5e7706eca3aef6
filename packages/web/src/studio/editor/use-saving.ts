import { useCallback } from 'react'
import { changedFields } from '../copies/draft.ts'
import { useText } from '../i18n/language.ts'
import { toast } from '../ui/overlays/toast.tsx'
import { useSession } from './session/use-post-session.ts'

/**
 * Saves on request of the author, which updates a published post for its readers. Moves the focus to invalid fields, but not
 * if the text has changed since: keystrokes would land in another field.
 */
export function useSaving(showFaults: () => void): () => Promise<void> {
  const session = useSession()
  const text = useText('editor')
  return useCallback(async () => {
    const sent = session.draft()
    const isDone = await session.save()
    const { post, save } = session.getState()
    if (isDone && save === 'saved' && post) {
      toast(post.status === 'published' ? text.updated : text.savedNow, { tone: 'good' })
    } else if (save === 'refused' && changedFields(sent, session.draft()).length === 0) showFaults()
  }, [session, showFaults, text])
}
