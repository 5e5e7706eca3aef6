import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

interface Props {
  readonly tone?: Tone
  readonly title: string
  readonly children?: ReactNode
  /** A button or a link that resolves the problem. */
  readonly action?: ReactNode
  /** It appeared while the page was in use, so it is announced. */
  readonly urgent?: boolean
}

export function Banner({ tone = 'neutral', title, children, action, urgent = false }: Props) {
  return (
    <div className={`banner tone-${tone}`} role={urgent ? 'alert' : undefined}>
      <div className="banner-text">
        <p className="banner-title">{title}</p>
        {children}
      </div>
      {action !== undefined && <div className="banner-action">{action}</div>}
    </div>
  )
}
