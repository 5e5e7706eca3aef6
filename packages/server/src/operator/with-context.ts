import { createContext } from '../create-context.ts'
import type { AppContext } from '../platform/context.ts'
import { migrate } from '../platform/db/migrate.ts'
import { withDatabase } from './with-database.ts'

export interface CommandContext extends AppContext {
  readonly migrated: readonly string[]
}

/** Runs a command on the server's database, whether the server runs or not. */
export function withContext<T>(work: (context: CommandContext) => Promise<T>): Promise<T> {
  return withDatabase(async ({ settings, log, session, db }) => {
    const migrated = await migrate(session, log)
    // A command only sends notifications, so its bus is never started.
    const context = await createContext(settings, log, session, db)
    try {
      return await work({ ...context, migrated })
    } finally {
      await context.bus.close()
    }
  })
}
