import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from './session/use-post-session.ts'

interface Ways {
  readonly openPanel: () => void
  readonly focusText: () => void
}

/** Fields outside the details panel. */
const IN_THE_MIDDLE = new Set(['title', 'content'])

/** Moves the focus to the first invalid field, and opens the details panel if it is there. */
export function useFaultFocus(place: RefObject<HTMLElement | null>, ways: Ways): () => void {
  const session = useSession()
  const latest = useRef(ways)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    latest.current = ways
  })

  useEffect(() => {
    if (request === 0) return
    const [field] = session.getState().faults.keys()
    if (field === undefined) return
    if (field === 'content') return latest.current.focusText()
    if (!IN_THE_MIDDLE.has(field)) latest.current.openPanel()
    // The panel exists after the next rendering.
    const frame = requestAnimationFrame(() => {
      const root = document.querySelector<HTMLElement>('dialog[open]') ?? place.current
      const box =
        root?.querySelector(`[data-field="${field}"]`) ?? place.current?.querySelector(`[data-field="${field}"]`)
      box?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [request, session, place])

  return useCallback(() => setRequest(before => before + 1), [])
}
