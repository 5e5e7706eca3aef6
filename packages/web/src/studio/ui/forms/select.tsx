import type { SelectHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { useField } from './field.tsx'

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
}

export function Select({ options, className, ...rest }: Props) {
  return (
    <select {...useField()} {...rest} className={classNames('input', className)}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  )
}
