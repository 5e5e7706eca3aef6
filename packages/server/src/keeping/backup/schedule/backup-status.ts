import type { Settings } from '../../../platform/config.ts'
import { isBackupRunning } from '../../../platform/db/backup-lock.ts'
import type { Db } from '../../../platform/db/connection/database.ts'
import { findLastRuns, type LastRuns } from '../run-store.ts'
import { isBackupOverdue } from './next-backup.ts'

export interface BackupStatus extends LastRuns {
  readonly isScheduled: boolean
  readonly isOverdue: boolean
  /** Why the last attempt failed; undefined if it succeeded or runs. */
  readonly failure: string | undefined
}

/** The results of the last backups, for metrics and for checks of an installation. */
export async function readBackupStatus(
  db: Db,
  { backup }: Pick<Settings, 'backup'>,
  { now, since }: { now: Date; since: Date },
): Promise<BackupStatus> {
  const runs = await findLastRuns(db)
  const isOverdue = backup.schedule !== undefined && isBackupOverdue(backup.schedule, runs, now, since)
  const failure = runs.last?.error ?? ((await wasKilled(db, runs)) ? 'its process was ended' : undefined)
  return { ...runs, isScheduled: backup.schedule !== undefined, isOverdue, failure }
}

/** The result is read again after the check, because the backup may have ended in between. */
async function wasKilled(db: Db, { last }: LastRuns): Promise<boolean> {
  if (last === undefined || last.finished_at !== null || (await isBackupRunning(db))) return false
  return (await findLastRuns(db)).last?.finished_at === null
}
