import { ApiError, ConnectionError } from '@galley/client'
import type { Failure } from '../saving/saving-events.ts'

/** Temporary failures of a server or of a proxy before it. */
const TEMPORARY_STATUSES = new Set([408, 429, 502, 503, 504, 507])
/** Usually sent by a proxy, which may have forwarded the request. */
const PROXY_STATUSES = new Set([408, 502, 504])

/** What a failed request means for saving. */
export function explainFailure(error: unknown, fieldErrors: ReadonlyMap<string, string>): Failure {
  const known = { error, fieldErrors, retryAfterMs: undefined }
  if (error instanceof ConnectionError) return { ...known, kind: 'noResponse', mayBeDone: true }
  if (!(error instanceof ApiError)) return { ...known, kind: 'rejected', mayBeDone: true }
  const { status } = error
  const mayBeDone = PROXY_STATUSES.has(status) || status === 500 || status === 503
  if (TEMPORARY_STATUSES.has(status))
    return { ...known, kind: 'busy', mayBeDone, retryAfterMs: error.retryAfterMs ?? undefined }
  if (status === 401) return { ...known, kind: 'loggedOut', mayBeDone }
  if (status === 412) return { ...known, kind: 'changed', mayBeDone }
  return { ...known, kind: status === 404 ? 'gone' : 'rejected', mayBeDone }
}
