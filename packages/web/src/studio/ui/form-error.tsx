import { describeError } from '../errors/describe-error.ts'

interface Props {
  readonly error: unknown
  /** A fault that was found before anything was sent. */
  readonly fault?: string | false | undefined
}

/** Why a form or an action was refused. Faults are also shown at their fields; here they are read out. */
export function FormError({ error, fault }: Props) {
  if (!error && !fault) return null
  return (
    <p className="field-error" role="alert">
      {fault || describeError(error)}
    </p>
  )
}
