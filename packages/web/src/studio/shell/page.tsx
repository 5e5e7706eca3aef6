import { type ReactNode, useEffect } from 'react'

interface PageProps {
  readonly title: string
  /** Beside the heading: what one mostly comes here to do. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a page: the document's title, one heading, its actions. */
export function Page({ title, actions, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Galley`
  }, [title])
}
