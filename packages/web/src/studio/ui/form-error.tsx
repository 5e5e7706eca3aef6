import { describeError, fieldErrors } from '../errors/describe-error.ts'

/** A failure that belongs to no field; those of fields stand at their fields. */
export function FormError({ error }: { error: unknown }) {
  if (!error || fieldErrors(error).size > 0) return null
  return (
    <p className="field-error" role="alert">
      {describeError(error)}
    </p>
  )
}
