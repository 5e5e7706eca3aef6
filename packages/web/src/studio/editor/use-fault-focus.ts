import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from './session/use-post-session.ts'

interface FocusActions {
  readonly openPanel: () => void
  readonly focusText: () => void
}

/** Fields outside the details panel. */
const MAIN_FIELDS = new Set(['title', 'content'])

/** Moves the focus to the first invalid field, and opens the details panel if it is there. */
export function useFaultFocus(container: RefObject<HTMLElement | null>, actions: FocusActions): () => void {
  const session = useSession()
  const latest = useRef(actions)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    latest.current = actions
  })

  useEffect(() => {
    if (request === 0) return
    const [field] = session.getState().faults.keys()
    if (field === undefined) return
    if (field === 'content') return latest.current.focusText()
    if (!MAIN_FIELDS.has(field)) latest.current.openPanel()
    // The panel exists after the next rendering.
    const frame = requestAnimationFrame(() => {
      const root = document.querySelector<HTMLElement>('dialog[open]') ?? container.current
      const box =
        root?.querySelector(`[data-field="${field}"]`) ?? container.current?.querySelector(`[data-field="${field}"]`)
      box?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [request, session, container])

  return useCallback(() => setRequest(before => before + 1), [])
}
