import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The router's name for the page that the browser has loaded itself. It reads that one out by itself. */
const LOADED_BY_BROWSER = 'default'

let arrivedAt = LOADED_BY_BROWSER
let announced = ''
const listeners = new Set<() => void>()

/**
 * After a change of page, once the new page is there: its name is announced, and the focus moves to it. A page that
 * shows its heading anew when its data has come gets the focus again if it was lost with the old heading.
 */
export function useArrival(title: string, takeFocus: (() => void) | undefined): void {
  const { key } = useLocation()
  const latest = useRef({ key, title, takeFocus })
  useEffect(() => {
    const { key, title, takeFocus } = latest.current
    if (key === LOADED_BY_BROWSER) return
    const isNew = key !== arrivedAt
    if (isNew) announce(title)
    if (isNew || document.activeElement === document.body) takeFocus?.()
    arrivedAt = key
  }, [])
}

/** The name of the page that was opened last. */
export const useAnnouncedPage = (): string => useSyncExternalStore(subscribe, () => announced)

function announce(title: string): void {
  announced = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
