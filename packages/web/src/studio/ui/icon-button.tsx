import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icons.tsx'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'children'> {
  readonly icon: IconName
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, className, ...rest }: Props) {
  return (
    <button type="button" {...rest} className={classNames('icon-button', className)} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
