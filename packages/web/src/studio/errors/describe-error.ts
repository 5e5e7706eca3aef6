import { ApiError, ConnectionError } from '@galley/client'
import { errorsText } from '../i18n/errors.ts'
import { textOf } from '../i18n/language.ts'

const text = textOf(errorsText)

const BY_CODE: Readonly<Record<string, string>> = {
  UNAUTHORIZED: text.unauthorized,
  PLAN_REQUIRED: text.planRequired,
  FORBIDDEN: text.forbidden,
  NOT_FOUND: text.notFound,
  PRECONDITION_FAILED: text.changed,
  PAYLOAD_TOO_LARGE: text.tooLarge,
  LIMIT_REACHED: text.limitReached,
  RATE_LIMITED: text.rateLimited,
  UNAVAILABLE: text.noAnswer,
}

/** What to tell a person about any failure: the cause and the way out, in the page's language. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) return navigator.onLine ? text.noAnswer : text.offline
  if (!(error instanceof ApiError)) return text.unknown
  const [fault, ...others] = error.fields
  if (fault && others.length > 0) return text.invalid
  // Whoever sends a file knows which one.
  if (fault) return fault.field === 'file' ? fieldMessage(fault) : `${fault.field}: ${fieldMessage(fault)}`
  return BY_CODE[error.code] ?? (error.status >= 500 ? text.internal(error.requestId ?? '–') : error.message)
}

/** The faults of a refused request by field; `tags.3` also counts as `tags`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  if (!(error instanceof ApiError)) return faults
  for (const fault of error.fields) {
    const [field = fault.field] = fault.field.split('.')
    if (!faults.has(field)) faults.set(field, fieldMessage(fault))
  }
  return faults
}

// The server's own sentences are English and precise; in Japanese there is one sentence for each kind of fault.
const fieldMessage = (fault: { code: string; message: string }): string => text.field?.[fault.code] ?? fault.message
