import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { errorMessage } from '../core/errors.ts'
import type { RateLimits } from '../core/limits/rate-limits.ts'
import { type AddCalls, SharedCounts } from '../core/limits/shared-counts.ts'
import type { Logger } from '../core/logger.ts'
import type { Db } from './connection/database.ts'

/** Guesses of passwords and new accounts are limited exactly. */
const EXACT: ReadonlySet<string> = new Set<keyof RateLimits>(['logins', 'signups'])

/** Makes the rate limits hold for all processes on this database. While it does not respond, each counts for itself. */
export function shareRateLimits(db: Db, limits: RateLimits, log: Logger): SharedCounts {
  const counts = new SharedCounts(addCalls(db), error =>
    log.warn(`rate limits count for this process only, until the database answers: ${errorMessage(error)}`),
  )
  for (const [name, limiter] of Object.entries(limits)) limiter.shareWith(counts, name, { exact: EXACT.has(name) })
  return counts
}

/** A window from the future is over, too: the clock was set back. */
const IS_OVER = sql`abs(extract(epoch from now() - known.started_at)) * 1000 >= known.window_ms`

/** The database's clock decides when a window ends. Keys contain addresses, so only their hashes are stored. */
function addCalls(db: Db): AddCalls {
  return async calls => {
    // A key is here twice if its window has ended since the last report. A statement can change a row only once.
    const byHash = new Map<string, { key: string; windowMs: number; calls: number }>()
    for (const { key, windowMs, calls: added } of calls) {
      const hashed = hash('sha256', key, 'base64url')
      byHash.set(hashed, { key, windowMs, calls: added + (byHash.get(hashed)?.calls ?? 0) })
    }
    const added = [...byHash.values()]
    const { rows } = await sql<{ key: string; calls: number; age_ms: number }>`
      insert into rate_limit_windows as known (key, window_ms, calls)
      -- Always in the same order, so that two processes do not wait for each other.
      select * from unnest(${[...byHash.keys()]}::text[], ${added.map(({ windowMs }) => windowMs)}::integer[],
        ${added.map(one => one.calls)}::integer[]) order by 1
      on conflict (key) do update set
        calls = excluded.calls + case when ${IS_OVER} then 0 else known.calls end,
        started_at = case when ${IS_OVER} then now() else known.started_at end
      returning key, calls, (extract(epoch from now() - started_at) * 1000)::float8 as age_ms`.execute(db)
    return new Map(rows.map(row => [byHash.get(row.key)?.key ?? '', { calls: row.calls, ageMs: row.age_ms }]))
  }
}

export async function purgeRateLimitWindows(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_limit_windows where started_at + window_ms * interval '1 ms' < now()`.execute(db)
  return Number(numAffectedRows)
}
