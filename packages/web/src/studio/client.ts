import { createClient } from '@galley/client'

/** Longer waits are shown as an error, since a person would take them for a page that hangs. */
const MAX_RETRY_AFTER_MS = 3_000

/** The API as the logged-in person: the browser sends the session's cookie along. */
export const client = createClient({ baseUrl: location.origin, maxRetryAfterMs: MAX_RETRY_AFTER_MS })
