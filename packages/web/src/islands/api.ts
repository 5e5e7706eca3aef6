import type { ErrorCode } from '@galley/contract/error-codes'
import { texts } from './page.ts'

/** An error response of the API. */
class HttpError extends Error {
  readonly status: number
  /** Undefined if the response is not from the API, but from a proxy. */
  readonly code: ErrorCode | undefined

  constructor(status: number, code: ErrorCode | undefined) {
    super(`the API responded with ${status}`)
    this.status = status
    this.code = code
  }
}

/** Calls the API with the reader's session. Reading pages make few calls, so they do not load the whole client. */
export async function callApi<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const user = document.body.dataset['user']
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers: {
      ...(user !== undefined && { 'galley-user': user }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  const { error } = await response.json().catch(() => ({}))
  throw new HttpError(response.status, error?.code)
}

/** Redirects to the log-in page if the session has ended. */
export function logInAgain(error: unknown): void {
  const hasEnded = error instanceof HttpError && error.status === 401 && error.code !== 'WRONG_USER'
  if (hasEnded) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** What the reader can do about a failed call. */
export function errorMessage(error: unknown, otherwise = texts.failed): string {
  if (error instanceof TypeError) return texts.notSent
  if (!(error instanceof HttpError)) return otherwise
  if (error.code === 'QUOTA_EXCEEDED') return texts.quotaExceeded
  if (error.code === 'WRONG_USER') return texts.otherUser
  return messageOf(error.status) ?? otherwise
}

export const messageOf = (status: number): string | undefined =>
  new Map([
    [403, texts.notAllowed],
    [404, texts.notFound],
    [410, texts.notFound],
    [429, texts.tooMany],
    [503, texts.unavailable],
    [507, texts.storageFull],
  ]).get(status)
