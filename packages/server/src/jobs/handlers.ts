import { purgeExpiredSessions } from '../accounts/session-store.ts'
import type { AppContext } from '../context.ts'
import { purgeIdempotencyKeys } from '../db/idempotency-store.ts'
import type { TaskHandlers } from './tasks.ts'

/** What each task does. */
export function createHandlers(context: AppContext): TaskHandlers {
  return {
    'purge-expired': async () => {
      const sessions = await purgeExpiredSessions(context.db)
      const keys = await purgeIdempotencyKeys(context.db)
      if (sessions + keys > 0) context.log.info({ sessions, keys }, 'purged what has expired')
    },
  }
}
