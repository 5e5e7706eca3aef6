import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The router's key of the first page. The browser announces that page itself. */
const FIRST_PAGE_KEY = 'default'

let lastPageKey = FIRST_PAGE_KEY
let announced = ''
const listeners = new Set<() => void>()

/**
 * After navigating, announces the page's title and moves the focus to the page. If a page replaces its heading when its
 * data is loaded, the focus is set again if it was lost.
 */
export function usePageChange(title: string, takeFocus: (() => void) | undefined): void {
  const { key } = useLocation()
  const latest = useRef({ key, title, takeFocus })
  useEffect(() => {
    const { key, title, takeFocus } = latest.current
    if (key === FIRST_PAGE_KEY) return
    const isNew = key !== lastPageKey
    if (isNew) announce(title)
    if (isNew || document.activeElement === document.body) takeFocus?.()
    lastPageKey = key
  }, [])
}

/** The title of the page that was opened last. */
export const useAnnouncedPage = (): string => useSyncExternalStore(subscribe, () => announced)

function announce(title: string): void {
  announced = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
