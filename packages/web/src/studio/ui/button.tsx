import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './spinner.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button a view at most. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** Its work is under way: it keeps its place and its focus, and does nothing more. */
  readonly busy?: boolean
}

export function Button({ variant = 'plain', icon, busy = false, className, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames('button', variant !== 'plain' && `button-${variant}`, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}
