import { type BackupStatus, readBackupStatus } from '../../keeping/backup/schedule/backup-status.ts'
import type { Settings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

const NAME = 'backup'
const HELP = 'docs/backup.md explains how.'

/** Whether there is a backup, and whether the last one was made in time. */
export async function checkBackup(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'backup_runs'))) {
    return skipped(NAME, 'The database has no results of backups yet.')
  }
  return assess(await readBackupStatus(db, settings, { now: new Date(), since: new Date(0) }))
}

function assess({ failure, lastSuccess, isScheduled, isOverdue }: BackupStatus): Finding {
  const error = failure === undefined ? '' : ` The last attempt failed: ${failure}`
  if (lastSuccess === undefined) {
    const fix = isScheduled ? 'See the log of the server.' : `Set BACKUP_SCHEDULE and BACKUP_TO. ${HELP}`
    return warning(NAME, `There is no backup.${error}`, fix)
  }
  const time = `The last one is of ${lastSuccess.started_at.toISOString()}.`
  if (isOverdue) return warning(NAME, `A backup is overdue. ${time}${error}`, `See the log of the server. ${HELP}`)
  if (error !== '') return warning(NAME, `${time}${error}`, HELP)
  if (!isScheduled) {
    return warning(NAME, `${time} BACKUP_SCHEDULE is not set.`, `Set BACKUP_SCHEDULE and BACKUP_TO. ${HELP}`)
  }
  return ok(NAME, time)
}
