import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../../core/errors.ts'
import { isOnCluster, isTaken, processesOnCluster } from '../processes.ts'

/** The content of a postmaster's pid file. */
export interface PidFile {
  readonly pid: number
  readonly port: number | undefined
  readonly socketFolder: string | undefined
}

/** Undefined if there is none; 'unreadable' if it contains no pid. */
export function readPidFile(cluster: string): PidFile | 'unreadable' | undefined {
  const text = readText(cluster)
  if (text === undefined) return undefined
  const [pid, , , port, socketFolder] = text.split('\n')
  if (pid === undefined || !/^\d{1,10}$/.test(pid.trim())) return 'unreadable'
  return { pid: Number(pid), port: Number(port) || undefined, socketFolder: socketFolder?.trim() || undefined }
}

/** The postmaster of this cluster, as far as it is known without connecting. */
export function findPostmaster(cluster: string): number | undefined {
  const file = readPidFile(cluster)
  if (file !== undefined && file !== 'unreadable' && isOnCluster(file.pid, cluster)) return file.pid
  return undefined
}

/**
 * Makes a stale pid file acceptable to PostgreSQL, which rejects one that is garbage or names a running process. Must
 * only be called when no postmaster runs. Returns false while processes of a dead one still exist.
 */
export function settlePidFile(cluster: string): boolean {
  const file = readPidFile(cluster)
  if (file === undefined) return true
  // Sessions outlive a killed postmaster for a moment, and remove or create files until they have ended.
  if (processesOnCluster(cluster).length > 0) return false
  if (file === 'unreadable') {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
  } else if (isTaken(file.pid)) {
    // Another process has that pid now, or the dead postmaster is a zombie. Removing the file would lose the shared
    // memory id, by which PostgreSQL finds surviving processes; it ignores a pid file with its parent's pid.
    const text = readText(cluster) ?? ''
    writeFileSync(join(cluster, 'postmaster.pid'), text.replace(/^\s*\d+/, String(process.pid)))
  }
  return true
}

function readText(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
