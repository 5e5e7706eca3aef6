import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface CheckboxInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** The common part of Checkbox and Switch: an input with its label and hint. */
export function CheckboxInput({ className, role, label, hint, ...rest }: CheckboxInputProps & { role?: 'switch' }) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className={`tick ${className}`}>
      <input {...rest} id={id} role={role} aria-describedby={hintId} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
