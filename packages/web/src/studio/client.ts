import { createClient } from '@galley/client'

/** The API as the logged-in person: the browser sends the session's cookie along. */
export const client = createClient({ baseUrl: location.origin })
