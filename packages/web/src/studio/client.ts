import { createClient } from '@galley/client'

/** After this time an error is shown, because the page would seem to hang. */
const MAX_RETRY_AFTER_MS = 3_000

/** The user of this page, whom the server writes into the document. */
export const pageUserId = document.querySelector<HTMLMetaElement>('meta[name="galley-user"]')?.content ?? ''

/** For every request: if somebody else has logged in in another tab, the server responds with 401. */
export const userHeader = { 'galley-user': pageUserId }

/** The API client. The browser adds the session cookie. */
export const client = createClient({
  baseUrl: location.origin,
  maxRetryAfterMs: MAX_RETRY_AFTER_MS,
  headers: userHeader,
})
