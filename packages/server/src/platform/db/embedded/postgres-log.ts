import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'

const LARGEST_LOG_BYTES = 5 * 1024 * 1024

/**
 * Keeps PostgreSQL's log and one previous part of it. The log is truncated in place, because the running postmaster
 * keeps appending to the same file.
 */
export function limitLogSize(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LARGEST_LOG_BYTES) return
  try {
    copyFileSync(path, `${path}.1`)
  } finally {
    truncateSync(path)
  }
}

/** The end of the log since it had the given size. */
export function readLogFrom(path: string, offset: number): string {
  try {
    return readFileSync(path).subarray(offset).toString('utf8').slice(-4000)
  } catch {
    return ''
  }
}
