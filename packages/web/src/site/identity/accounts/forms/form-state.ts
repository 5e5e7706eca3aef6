import { ApiError } from '@galley/client'
import type { Language } from '@galley/contract/identity/languages'
import type { PageRequest } from '../../../page-request.ts'
import { type FieldErrors, fieldErrorsOf, NO_ERRORS } from './field-errors.ts'

/** Why the API rejected the form, as messages for the page that shows it again. */
export interface FormState {
  readonly status: number
  readonly alert?: string
  readonly fieldErrors: FieldErrors
  readonly retryAfterSeconds?: number
}

/** Returns errors that the reader can correct. Other errors are rethrown and get an error page. */
export function toFormState(request: PageRequest, sent: Readonly<Record<string, string>>, error: unknown): FormState {
  const t = request.t.accounts
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'VALIDATION_ERROR') {
    return { status: 400, alert: t.checkEntries, fieldErrors: fieldErrorsOf(error.fields, sent, t) }
  }
  if (error.code === 'UNAUTHORIZED') return { status: 401, alert: t.wrongLogin, fieldErrors: NO_ERRORS }
  if (error.code === 'RATE_LIMITED') {
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000))
    const alert = t.tooMany(waitingTime(request.language, seconds))
    return { status: 429, alert, fieldErrors: NO_ERRORS, retryAfterSeconds: seconds }
  }
  throw error
}

/** The waiting time in words: "40 seconds", "12分". Rounded up, so that the next attempt is not too early. */
function waitingTime(language: Language, seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
