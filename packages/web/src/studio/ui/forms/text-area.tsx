import type { Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { useField } from './field.tsx'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ className, ...rest }: Props) {
  return <textarea rows={4} {...useField()} {...rest} className={classNames('input', className)} />
}
