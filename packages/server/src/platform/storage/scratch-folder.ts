import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../core/errors.ts'

/** No request takes this long, so older files are abandoned. */
const ABANDONED_AFTER_MS = 3_600_000

/**
 * Uploads in progress. On the same file system as the stored files, so that a finished file is moved, not copied; one
 * folder per process.
 */
const incoming = (dataDir: string): string => join(dataDir, 'media', '.incoming')
const host = hostname().replaceAll(/[^\w.-]/g, '_')

/** For names of temporary files and folders: which process made them. */
export const PROCESS_NAME = `${host}-${process.pid}`

/** Provides paths for temporary files, and removes the files after the work, whether it succeeds or fails. */
export async function withScratchFiles<T>(dataDir: string, work: (newFile: () => string) => Promise<T>): Promise<T> {
  const folder = join(incoming(dataDir), PROCESS_NAME)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  try {
    return await work(() => {
      const file = join(folder, randomUUID())
      files.push(file)
      return file
    })
  } finally {
    for (const file of files) await rm(file, { force: true })
  }
}

/**
 * At the start of a process: removes the files of killed ones, but not those of running processes, here or on other
 * hosts.
 */
export async function sweepScratch(dataDir: string, now: Date): Promise<void> {
  const folders = await readdir(incoming(dataDir)).catch(unlessMissing([]))
  for (const name of folders) {
    const folder = join(incoming(dataDir), name)
    if (isProcessGone(name) ?? (await isOlder(folder, now))) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Whether the process with this name has ended; undefined if it is one of another machine. Our own counts as ended: files
 * with its name are from an earlier process (in a container, every process has pid 1).
 */
export function isProcessGone(name: string): boolean | undefined {
  const [, owner, pid] = /^(.*)-(\d+)$/.exec(name) ?? []
  if (owner !== host) return undefined
  if (name === PROCESS_NAME) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return errorCode(error) !== 'EPERM'
  }
}

async function isOlder(folder: string, now: Date): Promise<boolean> {
  const found = await stat(folder).catch(unlessMissing(undefined))
  return found !== undefined && found.mtimeMs < now.getTime() - ABANDONED_AFTER_MS
}

const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (errorCode(error) === 'ENOENT') return instead
    throw error
  }
