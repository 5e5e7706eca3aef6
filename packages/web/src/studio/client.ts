import { createClient } from '@galley/client'

/** After this time an error is shown, because the page would seem to hang. */
const MAX_RETRY_AFTER_MS = 3_000

/** The API client. The browser adds the session cookie. */
export const client = createClient({ baseUrl: location.origin, maxRetryAfterMs: MAX_RETRY_AFTER_MS })
