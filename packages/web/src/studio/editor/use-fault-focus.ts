import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from './session/use-post-session.ts'

interface Ways {
  readonly openPanel: () => void
  readonly focusText: () => void
}

/** Where each fault is shown: the title and the text in the middle, everything else in the details. */
const IN_THE_MIDDLE = new Set(['title', 'content'])

/** Leads to the first field with a fault: opens the details where it stands there, and moves the focus. */
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
    // The panel is there after the next rendering.
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
