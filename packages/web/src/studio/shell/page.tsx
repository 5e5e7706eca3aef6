import { type ReactNode, useEffect, useRef } from 'react'
import { siteName } from '../site-name.ts'
import { usePageChange } from './page-change.ts'

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
