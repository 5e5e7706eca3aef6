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

/** Provides paths for temporary files, and removes the files after the work, whether it succeeds or fails. */
export async function withScratchFiles<T>(dataDir: string, work: (newFile: () => string) => Promise<T>): Promise<T> {
  const folder = join(incoming(dataDir), `${host}-${process.pid}`)
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
  const folders = await readdir(incoming(dataDir)).catch(() => [])
  for (const name of folders) {
    const folder = join(incoming(dataDir), name)
    const [, owner, pid] = /^(.*)-(\d+)$/.exec(name) ?? []
    const abandoned = owner === host ? isGone(Number(pid)) : await isOlder(folder, now)
    if (abandoned) await rm(folder, { recursive: true, force: true })
  }
}

/** Our own pid counts as ended: files with it are from an earlier process (in a container, every process has pid 1). */
function isGone(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCode(error) !== 'EPERM'
  }
}

async function isOlder(folder: string, now: Date): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && found.mtimeMs < now.getTime() - ABANDONED_AFTER_MS
}
