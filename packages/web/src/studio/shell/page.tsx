import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { siteName } from '../site-name.ts'
import { createStore } from '../store.ts'

interface PageProps {
  readonly title: string
  /** Beside the heading: the main actions of the page. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The layout of a page: document title, heading and actions. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(title, () => heading.current?.focus({ preventScroll: true }))
  return (
    <div className="page">
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Sets the document title, and announces it to screen readers after navigating. */
export function useDocumentTitle(title: string, takeFocus?: () => void): void {
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
  usePageChange(title, takeFocus)
}

/** The router's key of the first page. The browser announces that page itself. */
const FIRST_PAGE_KEY = 'default'

let lastPageKey = FIRST_PAGE_KEY
/** The title of the page that was opened last. */
const announced = createStore('')

/**
 * After navigating, announces the page's title and moves the focus to the page. If a page replaces its heading when its
 * data is loaded, the focus is set again if it was lost.
 */
function usePageChange(title: string, takeFocus: (() => void) | undefined): void {
  const { key } = useLocation()
  const latest = useRef({ key, title, takeFocus })
  useEffect(() => {
    const { key, title, takeFocus } = latest.current
    if (key === FIRST_PAGE_KEY) return
    const isNew = key !== lastPageKey
    if (isNew) announced.set(title)
    if (isNew || document.activeElement === document.body) takeFocus?.()
    lastPageKey = key
  }, [])
}

/** Announces the title of each page that is opened. */
export function PageAnnouncer() {
  return (
    <p className="visually-hidden" role="status">
      {announced.use()}
    </p>
  )
}
