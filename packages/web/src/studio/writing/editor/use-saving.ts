import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { changedFields } from '../../drafts/draft.ts'
import { textOf } from '../../i18n/language.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import { useSession } from './session/use-post-session.ts'

/**
 * Saves on request of the author, which updates a published post for its readers. Moves the focus to invalid fields, but not
 * if the text has changed since: keystrokes would land in another field.
 */
export function useSaving(container: RefObject<HTMLElement | null>, panel: Panel) {
  const session = useSession()
  const text = textOf('editor')
  const showErrors = useErrorFocus(container, panel)
  async function save(): Promise<void> {
    const sent = session.draft()
    const isDone = await session.save()
    const { post, save } = session.getState()
    if (isDone && save === 'saved' && post) {
      toast(post.status === 'published' ? text.updated : text.savedNow, { tone: 'good' })
    } else if (save === 'rejected' && changedFields(sent, session.draft()).length === 0) showErrors()
  }
  return { save, showErrors }
}

interface Panel {
  readonly isPanelOpen: boolean
  readonly openPanel: () => void
  readonly focusText: () => void
}

/** Fields outside the details panel. */
const MAIN_FIELDS = new Set(['title', 'content'])

/** Moves the focus to the first invalid field, and opens the details panel if it is there. */
function useErrorFocus(container: RefObject<HTMLElement | null>, panel: Panel): () => void {
  const session = useSession()
  const latest = useRef(panel)
  const [isWanted, setWanted] = useState(false)
  const { isPanelOpen } = panel
  useEffect(() => {
    latest.current = panel
  })

  useEffect(() => {
    if (!isWanted) return
    const [field] = session.getState().fieldErrors.keys()
    // Called again when the panel is open.
    if (field !== undefined && !MAIN_FIELDS.has(field) && !isPanelOpen) return latest.current.openPanel()
    setWanted(false)
    if (field === 'content') return latest.current.focusText()
    const root = document.querySelector<HTMLElement>('dialog[open]') ?? container.current
    const box =
      root?.querySelector(`[data-field="${field}"]`) ?? container.current?.querySelector(`[data-field="${field}"]`)
    box?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }, [isWanted, isPanelOpen, session, container])

  return useCallback(() => setWanted(true), [])
}
