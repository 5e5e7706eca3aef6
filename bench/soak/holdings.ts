import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '../../packages/server/src/context.ts'
import type { Galley } from '../server/galley-process.ts'
import { openHandles } from '../server/process-usage.ts'

/** What the server holds on to: files and sockets by the system's count, connections by the database's. */
export interface Holdings {
  readonly handles: number
  readonly connections: number
}

/** Idle connections, to the database and to receivers, are closed by the server itself within half a minute. */
export const SETTLES_WITHIN_S = 60
const LOOK_EVERY_MS = 2000

export function holdingsOf({ db }: Pick<AppContext, 'db'>, galley: Galley): Promise<Holdings> {
  return db.connection().execute(async connection => {
    // Ours bears the server's name too, until it is told apart.
    await sql`set application_name = 'watcher'`.execute(connection)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where backend_type = 'client backend' and application_name <> 'watcher'`.execute(connection)
    return { handles: openHandles(galley.pid), connections: rows[0]?.count ?? 0 }
  })
}

/** What is left when nothing is going on any more: waits until it holds no more than `most`, or no less than before. */
export async function settledHoldings(
  context: Pick<AppContext, 'db'>,
  galley: Galley,
  most?: Holdings,
): Promise<Holdings> {
  const deadline = performance.now() + SETTLES_WITHIN_S * 1000
  let last = await holdingsOf(context, galley)
  for (let same = 0; performance.now() < deadline; ) {
    await pause(LOOK_EVERY_MS)
    const now = await holdingsOf(context, galley)
    const isSame = now.handles === last.handles && now.connections === last.connections
    same = isSame ? same + 1 : 0
    last = now
    if (most !== undefined && now.handles <= most.handles && now.connections <= most.connections) return now
    // Longer than any of them is kept idle.
    if (most === undefined && same * LOOK_EVERY_MS > 32_000) return now
  }
  return last
}
