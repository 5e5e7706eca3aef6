import { texts } from './texts.ts'

/** The API said no. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

/** Asks the API in the reader's name. A page that is read needs a handful of calls, so it does without the whole client. */
export async function callApi<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/api/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!response.ok) throw new Refused(response.status)
  return response.json()
}

/** What went wrong, in words. Whoever was logged out meanwhile is led to the log-in, and from there back. */
export function explain(error: unknown): string {
  const status = error instanceof Refused ? error.status : 0
  if (status === 401) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  return status === 429 ? texts.tooMany : texts.failed
}
