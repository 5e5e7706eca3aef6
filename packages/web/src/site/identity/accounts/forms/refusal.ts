import { ApiError } from '@galley/client'
import type { PageRequest } from '../../../page-request.ts'
import { type Faults, faultsOf, NO_FAULTS } from './field-faults.ts'
import { waitingTime } from './waiting-time.ts'

/** Why the API refused the form, as messages for the page that shows it again. */
export interface Refusal {
  readonly status: number
  readonly alert?: string
  readonly faults: Faults
  readonly retryAfterSeconds?: number
}

/** Returns faults that the reader can correct. Other errors are rethrown and get an error page. */
export function refusalOf(request: PageRequest, sent: Readonly<Record<string, string>>, error: unknown): Refusal {
  const t = request.t.accounts
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'VALIDATION_ERROR') {
    return { status: 400, alert: t.checkEntries, faults: faultsOf(error.fields, sent, t) }
  }
  if (error.code === 'UNAUTHORIZED') return { status: 401, alert: t.wrongLogin, faults: NO_FAULTS }
  if (error.code === 'RATE_LIMITED') {
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000))
    const alert = t.tooMany(waitingTime(request.language, seconds))
    return { status: 429, alert, faults: NO_FAULTS, retryAfterSeconds: seconds }
  }
  throw error
}
