import { describeError, fieldErrors } from '../../errors/describe-error.ts'

interface Props {
  readonly error: unknown
  /** An error that was found before sending; it is shown at its field. */
  readonly issue?: string | false | undefined
  /** The API's fields whose errors the form shows beside them: here they are only announced. */
  readonly fields?: readonly string[]
}

/** Why a form or an action was rejected. */
export function FormError({ error, issue, fields = [] }: Props) {
  if (!error && !issue) return null
  const invalid = [...fieldErrors(error).keys()]
  const isShown = Boolean(issue) || (invalid.length > 0 && invalid.every(field => fields.includes(field)))
  return (
    <p className={isShown ? 'visually-hidden' : 'field-error'} role="alert">
      {issue || describeError(error)}
    </p>
  )
}
