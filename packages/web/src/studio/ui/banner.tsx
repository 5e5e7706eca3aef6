import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'

interface Props {
  readonly tone?: Tone
  readonly title: string
  readonly children?: ReactNode
  /** The way out: a button or a link. */
  readonly action?: ReactNode
  /** Came up while the page was being used, so it is read out. */
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
