import type { InputHTMLAttributes, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { useField } from './field.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextInput({ className, ...rest }: Props) {
  return <input type="text" {...useField()} {...rest} className={classNames('input', className)} />
}
