import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { classNames } from '../class-names.ts'

interface Control {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
}

const FieldContext = createContext<Control>({})

/** The attributes that link the control inside a `Field` to its label, hint and error. */
const useField = (): Control => useContext(FieldContext)

interface Props {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** The used part of a length limit; characters are Unicode code points, as in the API. */
  readonly counter?: { readonly value: string; readonly max: number }
  readonly className?: string
  /** One TextInput, TextArea or Select. */
  readonly children: ReactNode
}

export function Field({ label, hint, error, counter, className, children }: Props) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error === undefined ? undefined : `${id}-error`
  const control = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
  }
  return (
    <div className={classNames('field', className)}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {counter && <Counter {...counter} />}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error !== undefined && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Counter({ value, max }: { value: string; max: number }) {
  const text = textOf('ui')
  const used = [...value].length
  return (
    <span className={classNames('field-counter', used > max && 'is-over')}>
      <span aria-hidden="true">
        {formatNumber(used)}/{formatNumber(max)}
      </span>
      <span className="visually-hidden">{text.characters(used, max)}</span>
    </span>
  )
}

interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}

export function TextInput({ className, ...rest }: TextInputProps) {
  return <input type="text" {...useField()} {...rest} className={classNames('input', className)} />
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ className, ...rest }: TextAreaProps) {
  return <textarea rows={4} {...useField()} {...rest} className={classNames('input', className)} />
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[]
}

export function Select({ options, className, ...rest }: SelectProps) {
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

export function Checkbox(props: CheckboxInputProps) {
  return <CheckboxInput {...props} className="checkbox" />
}

interface CheckboxInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
}

/** The common part of Checkbox and Switch: an input with its label and hint. */
function CheckboxInput({ className, role, label, hint, ...rest }: CheckboxInputProps & { role?: 'switch' }) {
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

/** For settings that take effect at once, unlike a checkbox in a form. */
export function Switch(props: CheckboxInputProps) {
  return <CheckboxInput {...props} className="switch" role="switch" />
}

interface DateTimeInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  readonly value: Date | undefined
  readonly min?: Date
  readonly onChange: (value: Date | undefined) => void
}

/** A date and time in the user's time zone; name the zone in the field's hint. */
export function DateTimeInput({ value, min, onChange, ...rest }: DateTimeInputProps) {
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

/** Undefined for an incomplete input, and for a year of more than four digits, which browsers do not all reject. */
function readLocal(text: string): Date | undefined {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** `2026-01-31T09:30`, the format of such an input: local, without a zone. */
function localText(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

interface PasswordFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
  readonly isNew?: boolean
  readonly value: string
  readonly onChange: (password: string) => void
}

export function PasswordField({ label, hint, error, isNew = false, value, onChange }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}

/** Password managers use this field as the user name of the stored password. */
export const UserNameInput = ({ username }: { username: string }) => (
  <input type="text" autoComplete="username" value={username} readOnly hidden />
)
