import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** What will be shown here, and how to start. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ title, children, action }: Props) {
  return (
    <section className="empty">
      <h2>{title}</h2>
      {children}
      {action !== undefined && <div className="empty-action">{action}</div>}
    </section>
  )
}
