import { ApiError, ConnectionError, type FieldError } from '@galley/client'
import { language, textOf } from '../i18n/language.ts'
import { describeWithLabel, errorSentence, fieldOf } from './describe-field-error.ts'

const text = textOf('errors')
const texts = {
  labels: textOf('fields'),
  sentences: text.field,
  otherwise: text.fieldOther,
  ofField: text.ofField,
  showsServer: language === 'en',
}
/** The number of validation errors that are shown. */
const ERRORS_SHOWN = 3

const BY_CODE: Readonly<Record<string, string>> = {
  UNAUTHORIZED: text.unauthorized,
  WRONG_USER: text.unauthorized,
  SESSION_REQUIRED: text.unauthorized,
  PLAN_REQUIRED: text.planRequired,
  EMAIL_NOT_VERIFIED: text.emailNotVerified,
  REAUTHENTICATION_REQUIRED: text.reauthenticationRequired,
  FORBIDDEN: text.forbidden,
  NOT_FOUND: text.notFound,
  GONE: text.notFound,
  PRECONDITION_FAILED: text.changed,
  PAYLOAD_TOO_LARGE: text.tooLarge,
  IN_USE: text.inUse,
  QUOTA_EXCEEDED: text.quotaExceeded,
  STORAGE_FULL: text.storageFull,
  LIMIT_REACHED: text.limitReached,
  RATE_LIMITED: text.rateLimited,
  UNAVAILABLE: text.noResponse,
}

/** The message for any error: its cause and what to do, in the page's language. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) return navigator.onLine ? text.noResponse : text.offline
  if (!(error instanceof ApiError)) return text.unknown
  if (error.fields.length > 0) return describeFieldErrors(error)
  return BY_CODE[error.code] ?? (error.status >= 500 ? text.internal(error.requestId ?? '–') : text.unknown)
}

function describeFieldErrors({ fields }: ApiError): string {
  const shown = [...new Set(fields.map(describeFieldError))]
  const more = shown.length > ERRORS_SHOWN ? [text.moreErrors(shown.length - ERRORS_SHOWN)] : []
  return [...shown.slice(0, ERRORS_SHOWN), ...more].join(textOf('ui').between)
}

/** One of the errors of a rejected request, with the field's label. */
export const describeFieldError = (error: FieldError): string => describeWithLabel(error, texts)

/** The validation errors of a rejected request by field; `tags.3` also counts as `tags`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  const sentences = new Map<string, string>()
  if (!(error instanceof ApiError)) return sentences
  for (const fieldError of error.fields) {
    const field = fieldOf(fieldError)
    if (!sentences.has(field)) sentences.set(field, errorSentence(fieldError, texts))
  }
  return sentences
}
