import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '@galley/server/testing/installation'
import { sql } from 'kysely'
import type { Galley } from '../support/galley-process.ts'
import { openHandles } from '../support/process-usage.ts'

/** Open files and sockets as counted by the system, and connections as counted by the database. */
export interface OpenResources {
  readonly handles: number
  readonly connections: number
}

/** The server closes idle connections to the database and to receivers within half a minute. */
export const SETTLE_TIMEOUT_S = 60
const LOOK_EVERY_MS = 2000

function readOpenResources({ db }: Pick<AppContext, 'db'>, galley: Galley): Promise<OpenResources> {
  return db.connection().execute(async connection => {
    // This connection has the server's application name too, so it gets another one.
    await sql`set application_name = 'watcher'`.execute(connection)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'watcher'`.execute(connection)
    return { handles: openHandles(galley.pid), connections: rows[0]?.count ?? 0 }
  })
}

/** Waits until nothing changes any more or, if given, until there is no more open than `most`. */
export async function settledOpenResources(
  context: Pick<AppContext, 'db'>,
  galley: Galley,
  most?: OpenResources,
): Promise<OpenResources> {
  const deadline = performance.now() + SETTLE_TIMEOUT_S * 1000
  let last = await readOpenResources(context, galley)
  for (let same = 0; performance.now() < deadline; ) {
    await pause(LOOK_EVERY_MS)
    const now = await readOpenResources(context, galley)
    const isSame = now.handles === last.handles && now.connections === last.connections
    same = isSame ? same + 1 : 0
    last = now
    if (most !== undefined && now.handles <= most.handles && now.connections <= most.connections) return now
    // Longer than any idle time-out.
    if (most === undefined && same * LOOK_EVERY_MS > 32_000) return now
  }
  return last
}
