import { createClient } from '@galley/client'
import { userHeader } from '../client.ts'

/** Waits for rate limits, since an import has more requests than they allow in a minute, and for images of slow sites. */
export const importClient = createClient({
  baseUrl: location.origin,
  headers: userHeader,
  maxRetryAfterMs: 120_000,
  retries: 5,
  timeoutMs: 120_000,
})
