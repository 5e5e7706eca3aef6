import { accessSync, constants, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../../core/errors.ts'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes an operating system lock on a file, or returns undefined if another process holds it. SQLite is the only way to
 * such locks (fcntl, LockFileEx) in Node: they end with their process, so there are no stale locks. The file stays
 * empty.
 */
export function tryLock(path: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
  createPrivately(path)
  // SQLite's own error would only say that it cannot open the file.
  accessSync(path, constants.R_OK | constants.W_OK)
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    // Writes nothing: a killed process leaves no journal, and a full disk does not matter.
    file.exec('PRAGMA journal_mode = MEMORY')
    if (mode === 'exclusive') file.exec('BEGIN EXCLUSIVE')
    // A transaction takes its shared lock with its first read.
    else file.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  } catch (error) {
    file.close()
    if (isBusy(error)) return undefined
    throw error
  }
  let held = true
  return {
    release() {
      if (held) file.close()
      held = false
    },
  }
}

/** Waits until nobody holds the lock, and takes it for itself; undefined after the timeout. */
export async function waitForLock(
  path: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<FileLock | undefined> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const lock = tryLock(path, 'exclusive')
    if (lock !== undefined || performance.now() > deadline) return lock
    await delay(10 + Math.random() * 20, undefined, { signal })
  }
}

/** Never opens an existing file: closing it would drop the locks that this process holds on it. */
function createPrivately(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}
