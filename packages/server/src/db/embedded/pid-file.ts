import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOnCluster, isTaken, processesOnCluster } from './processes.ts'
import { errorCode } from './start-error.ts'

/** What a postmaster writes down about itself. */
export interface PidFile {
  readonly pid: number
  readonly port: number | undefined
  readonly socketFolder: string | undefined
}

/** Undefined when there is none; 'unreadable' when it holds no pid. */
export function readPidFile(cluster: string): PidFile | 'unreadable' | undefined {
  const text = readText(cluster)
  if (text === undefined) return undefined
  const [pid, , , port, socketFolder] = text.split('\n')
  if (pid === undefined || !/^\d{1,10}$/.test(pid.trim())) return 'unreadable'
  return { pid: Number(pid), port: Number(port) || undefined, socketFolder: socketFolder?.trim() || undefined }
}

/** The postmaster of this cluster, as far as it can be told without connecting. */
export function findPostmaster(cluster: string): number | undefined {
  const file = readPidFile(cluster)
  if (file !== undefined && file !== 'unreadable' && isOnCluster(file.pid, cluster)) return file.pid
  return undefined
}

/**
 * Makes a left-over pid file acceptable to PostgreSQL, which refuses one that is garbage or names a living process.
 * Only to be called when no postmaster runs. Answers false while processes of a dead one still linger.
 */
export function settlePidFile(cluster: string): boolean {
  const file = readPidFile(cluster)
  if (file === undefined) return true
  if (file === 'unreadable') {
    // Without its lines PostgreSQL cannot look for survivors itself, so we must.
    if (processesOnCluster(cluster).length > 0) return false
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
  } else if (isTaken(file.pid)) {
    // A stranger has that pid now, or the dead postmaster has not been collected. Removing the file would lose the shared memory's name, by which PostgreSQL finds
    // survivors; its parent's pid it takes for a left-over.
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
