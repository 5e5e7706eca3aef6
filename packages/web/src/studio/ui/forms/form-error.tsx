import { describeError, fieldErrors } from '../../errors/describe-error.ts'

interface Props {
  readonly error: unknown
  /** An error that was found before sending; it is shown at its field. */
  readonly fault?: string | false | undefined
  /** The API's fields whose errors the form shows beside them: here they are only announced. */
  readonly fields?: readonly string[]
}

/** Why a form or an action was refused. */
export function FormError({ error, fault, fields = [] }: Props) {
  if (!error && !fault) return null
  const faulty = [...fieldErrors(error).keys()]
  const isShown = Boolean(fault) || (faulty.length > 0 && faulty.every(field => fields.includes(field)))
  return (
    <p className={isShown ? 'visually-hidden' : 'field-error'} role="alert">
      {fault || describeError(error)}
    </p>
  )
}
