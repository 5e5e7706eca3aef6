import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'

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
      {busy ? <span className="spinner" aria-hidden="true" /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'children'> {
  readonly icon: IconName
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classNames('icon-button', className)} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
