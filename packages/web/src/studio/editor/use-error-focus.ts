import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from './session/use-post-session.ts'

interface Panel {
  readonly isPanelOpen: boolean
  readonly openPanel: () => void
  readonly focusText: () => void
}

/** Fields outside the details panel. */
const MAIN_FIELDS = new Set(['title', 'content'])

/** Moves the focus to the first invalid field, and opens the details panel if it is there. */
export function useFaultFocus(container: RefObject<HTMLElement | null>, panel: Panel): () => void {
  const session = useSession()
  const latest = useRef(panel)
  const [isWanted, setWanted] = useState(false)
  const { isPanelOpen } = panel
  useEffect(() => {
    latest.current = panel
  })

  useEffect(() => {
    if (!isWanted) return
    const [field] = session.getState().faults.keys()
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
