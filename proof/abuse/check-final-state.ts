import { setTimeout as pause } from 'node:timers/promises'
import { findInconsistencies } from '@galley/server/testing/posts/public'
import { sql } from 'kysely'
import type { PartFindings } from './findings.ts'
import { type ProcessUsage, readProcessUsage } from './read-process-usage.ts'
import type { Target } from './target.ts'

/** Limits of memory and handle growth a minute after the attack. */
const RESIDENT_GROWTH_MAX = 1.2
const HANDLE_GROWTH_MAX = 20
const REST_MS = 60_000

/** After the attack the server is ready, its data is consistent, and it has freed its memory and handles. */
export async function checkFinalState(
  target: Target,
  before: ProcessUsage,
  findings: PartFindings,
): Promise<ProcessUsage> {
  const after = await settled(target, before)
  findings.check(isSmallEnough(before, after), `memory or handles were not freed: ${JSON.stringify({ before, after })}`)
  const ready = await fetch(`${target.url}/readyz`)
  findings.check(ready.status === 200, `the server is not ready: ${await ready.text()}`)
  const { rows } = await sql<{ state: string }>`
    select state from pg_stat_activity where datname = current_database() and application_name like 'galley%'`.execute(
    target.db,
  )
  const stuck = rows.filter(({ state }) => state?.startsWith('idle in transaction')).length
  findings.check(stuck === 0, `${stuck} transactions were left open`)
  findings.check(rows.length <= 40, `${rows.length} connections to the database`)
  for (const text of await findInconsistencies(target.db)) findings.fail(text)
  return after
}

/** Waits for garbage collection until memory is within the limit, or until the time is over. */
async function settled(target: Target, before: ProcessUsage): Promise<ProcessUsage> {
  const deadline = performance.now() + REST_MS
  for (;;) {
    const now = await readProcessUsage(target)
    if (isSmallEnough(before, now) || performance.now() > deadline) return now
    await pause(500)
  }
}

function isSmallEnough(before: ProcessUsage, after: ProcessUsage): boolean {
  // Some systems do not report the number of open files.
  const files = Number.isNaN(after.files) ? 0 : after.files - before.files
  const isReturned = after.residentMib <= RESIDENT_GROWTH_MAX * before.residentMib && files <= HANDLE_GROWTH_MAX
  return isReturned && after.bytesInFlight === 0
}
