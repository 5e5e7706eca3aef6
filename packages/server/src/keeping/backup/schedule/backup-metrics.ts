import { Gauge } from '@prometheus-io/client'
import type { AppContext } from '../../../platform/context.ts'
import { ErrorLog } from '../../../platform/core/error-log.ts'
import { type BackupStatus, readBackupStatus } from './backup-status.ts'

/** The last results, read from the database with each scrape, so that every process shows the same. */
export function createBackupMetrics({ metrics, db, settings, clock, log }: AppContext): void {
  const since = clock.now()
  const issues = new ErrorLog(log)
  let reading: Promise<BackupStatus | undefined> | undefined
  // All gauges of one scrape use the same query.
  const read = () => {
    reading ??= issues
      .watch('reading the results of backups', readBackupStatus(db, settings, { now: clock.now(), since }))
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const gauge = (name: string, help: string, value: (status: BackupStatus) => number | undefined) =>
    new Gauge({
      name: `galley_backup_${name}`,
      help,
      registers: [metrics],
      async collect() {
        const status = await read()
        const found = status && value(status)
        if (found !== undefined) this.set(found)
      },
    })
  const secondsOf = (time: Date | null | undefined) => (time ? time.getTime() / 1000 : undefined)
  gauge(
    'last_success_timestamp_seconds',
    'When the last successful backup began; 0: there is none.',
    status => secondsOf(status.lastSuccess?.started_at) ?? 0,
  )
  gauge(
    'last_failed',
    '1 if the last attempt failed, was killed, or has made a backup that is not usable.',
    ({ failure }) => (failure === undefined ? 0 : 1),
  )
  gauge(
    'last_size_bytes',
    'The size of the last successful backup.',
    ({ lastSuccess }) => lastSuccess?.bytes ?? undefined,
  )
  gauge('last_duration_seconds', 'How long the last successful backup took.', ({ lastSuccess }) => {
    const [from, to] = [secondsOf(lastSuccess?.started_at), secondsOf(lastSuccess?.finished_at)]
    return from === undefined || to === undefined ? undefined : to - from
  })
  gauge('overdue', '1 if BACKUP_SCHEDULE is set and its last backup is missing.', ({ isOverdue }) =>
    isOverdue ? 1 : 0,
  )
}
