import { describeError, fieldErrors } from '../errors/describe-error.ts'

interface Props {
  readonly error: unknown
  /** A fault that was found before anything was sent; it is shown at its field. */
  readonly fault?: string | false | undefined
  /** The fields of the API whose faults the form shows beside them: those are only read out here. */
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
