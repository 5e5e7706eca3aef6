import { texts } from './texts.ts'

/** An error response of the API. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
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
  if (!response.ok) throw new HttpError(response.status)
  return response.json()
}

/** The error message for a failed call. Redirects to the log-in page if the session has ended. */
export function errorMessage(error: unknown): string {
  const status = error instanceof HttpError ? error.status : 0
  if (status === 401) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  return status === 429 ? texts.tooMany : texts.failed
}
