import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'

const LARGEST_LOG_BYTES = 5 * 1024 * 1024

/**
 * Keeps PostgreSQL's log and one earlier part of it. The log is cut in place, because the running postmaster goes on
 * writing (appending) to the same file.
 */
export function boundLog(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LARGEST_LOG_BYTES) return
  try {
    copyFileSync(path, `${path}.1`)
  } finally {
    truncateSync(path)
  }
}

/** The end of what was written since the log had the given size. */
export function readLogFrom(path: string, offset: number): string {
  try {
    return readFileSync(path).subarray(offset).toString('utf8').slice(-4000)
  } catch {
    return ''
  }
}

/** Looks at the log now and then, as long as the process runs. Returns how to end that. */
export function boundLogRegularly(path: string): () => void {
  const timer = setInterval(() => {
    try {
      boundLog(path)
    } catch {
      // The next round tries again.
    }
  }, 30_000)
  timer.unref()
  return () => clearInterval(timer)
}
