import { createClient } from '@galley/client'

/** Waits for rate limits: an import has more requests than they allow in a minute. */
export const importClient = createClient({ baseUrl: location.origin, maxRetryAfterMs: 120_000, retries: 5 })
