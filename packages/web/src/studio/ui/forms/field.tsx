import { createContext, type ReactNode, useContext, useId } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { classNames } from '../class-names.ts'

interface Control {
  readonly id?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
}

const FieldContext = createContext<Control>({})

/** The attributes that link the control inside a `Field` to its label, hint and error. */
export const useField = (): Control => useContext(FieldContext)

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
  const text = useText('ui')
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
