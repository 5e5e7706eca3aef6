import { type ReactNode, useEffect, useRef } from 'react'
import { useArrival } from './arrival.ts'

interface PageProps {
  readonly title: string
  /** Beside the heading: what one mostly comes here to do. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page: the document's title, one heading, its actions. */
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

/** Names the page in the browser's tab, and to screen readers when somebody comes here from another page. */
export function useDocumentTitle(title: string, takeFocus?: () => void): void {
  useEffect(() => {
    document.title = `${title} · Galley`
  }, [title])
  useArrival(title, takeFocus)
}
