import type { Settings } from '../../config.ts'
import type { Db } from '../../db/connection/database.ts'
import { findLastRuns, type LastRuns } from '../run-store.ts'
import { isBackupOverdue } from './next-backup.ts'

export interface BackupStatus extends LastRuns {
  readonly isScheduled: boolean
  readonly isOverdue: boolean
}

/** The results of the last backups, for metrics and for checks of an installation. */
export async function readBackupStatus(
  db: Db,
  { backup }: Pick<Settings, 'backup'>,
  { now, since }: { now: Date; since: Date },
): Promise<BackupStatus> {
  const runs = await findLastRuns(db)
  const isOverdue = backup.schedule !== undefined && isBackupOverdue(backup.schedule, runs, now, since)
  return { ...runs, isScheduled: backup.schedule !== undefined, isOverdue }
}
