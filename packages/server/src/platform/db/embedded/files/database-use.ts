import { DatabaseStartError } from '../start-error.ts'
import type { DatabaseFolder } from './database-folder.ts'
import { type FileLock, tryLock, waitForLock } from './file-lock.ts'

/** Our entry in the list of users of the database. It ends with the process. */
export interface DatabaseUse {
  /** Whether no other process uses it. The caller must hold the start lock, so that none joins meanwhile. */
  alone(): boolean
  release(): void
}

const LONGEST_START_MS = 11 * 60_000

/** Starting, joining and stopping are serialised, also between processes. */
export async function withStartLock<T>(
  folder: DatabaseFolder,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await waitForLock(folder.startLock, LONGEST_START_MS, signal)
  if (lock === undefined) {
    throw new DatabaseStartError(
      `Another process has been starting the database in ${folder.path} for too long. End it, and start again.`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** The caller must hold the start lock. */
export function useDatabase(folder: DatabaseFolder): DatabaseUse {
  let share = enter(folder)
  return {
    alone() {
      share.release()
      const all = tryLock(folder.usersLock, 'exclusive')
      all?.release()
      share = enter(folder)
      return all !== undefined
    },
    release() {
      share.release()
    },
  }
}

function enter(folder: DatabaseFolder): FileLock {
  const share = tryLock(folder.usersLock, 'shared')
  if (share === undefined) throw new DatabaseStartError(`${folder.usersLock} is locked by another program. End it.`)
  return share
}
