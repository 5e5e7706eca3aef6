import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'
import { Spinner } from './spinner.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** At most one primary button per view. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** Its action is running: it keeps its size and focus, and ignores clicks. */
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
