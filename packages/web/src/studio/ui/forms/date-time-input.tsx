import type { InputHTMLAttributes } from 'react'
import { TextInput } from './text-input.tsx'

interface Props
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  readonly value: Date | undefined
  readonly min?: Date
  readonly onChange: (value: Date | undefined) => void
}

/** A date and time in the user's time zone; name the zone in the field's hint. */
export function DateTimeInput({ value, min, onChange, ...rest }: Props) {
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      defaultValue={value && localText(value)}
      min={min && localText(min)}
      max="9999-12-31T23:59"
      onChange={event => onChange(readLocal(event.target.value))}
    />
  )
}

/** Undefined for an incomplete input, and for a year of more than four digits, which browsers do not all refuse. */
function readLocal(text: string): Date | undefined {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** `2026-01-31T09:30`, the format of such an input: local, without a zone. */
function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
