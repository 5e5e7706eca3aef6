import { Cron } from 'croner'
import type { LastRuns } from '../run-store.ts'

/** A cron pattern (UTC), or an interval in milliseconds. */
export type Schedule = string | number

/** A failed backup is tried again after this time. */
const RETRY_MS = 10 * 60_000
/** How long a backup may take, or wait for its next attempt, before it is reported as overdue. */
const GRACE_MS = 60 * 60_000

/** When the backup after one that began at this time is due; undefined if the pattern matches no further time. */
function nextAfter(schedule: Schedule, started: Date): Date | undefined {
  if (typeof schedule === 'number') return new Date(started.getTime() + schedule)
  return new Cron(schedule, { timezone: 'UTC', paused: true }).nextRun(started) ?? undefined
}

/** Without any backup so far, one is due at once. One that was missed while no server ran is due, too. */
export function isBackupDue(schedule: Schedule, { last, lastSuccess }: LastRuns, now: Date): boolean {
  const tried = last !== undefined && last.id !== lastSuccess?.id
  if (tried && now.getTime() < last.started_at.getTime() + RETRY_MS) return false
  if (lastSuccess === undefined) return true
  const next = nextAfter(schedule, lastSuccess.started_at)
  return next !== undefined && next <= now
}

/**
 * Whether the backup that begins now is verified: the first one after each time of the schedule, and each one after a
 * failure. The times of an interval are its multiples since 1970.
 */
export function isVerificationDue(schedule: Schedule | undefined, { last, lastSuccess }: LastRuns, now: Date): boolean {
  if (schedule === undefined) return false
  if (lastSuccess === undefined || last?.error !== null) return true
  const before = lastSuccess.started_at
  if (typeof schedule === 'number') return Math.floor(+now / schedule) > Math.floor(+before / schedule)
  const next = nextAfter(schedule, before)
  return next !== undefined && next <= now
}

/** `since`: the start of the server; there may be no backup yet. */
export function isBackupOverdue(schedule: Schedule, { lastSuccess }: LastRuns, now: Date, since: Date): boolean {
  const next = lastSuccess === undefined ? since : nextAfter(schedule, lastSuccess.started_at)
  return next !== undefined && now.getTime() > next.getTime() + GRACE_MS
}
