import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { errorCode } from '../../core/errors.ts'

/** Whether the process runs; a zombie does not. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && (process.platform !== 'linux' || procStat(pid)?.state !== 'Z')
}

/** Whether the process exists for PostgreSQL: a zombie does. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

export function parentOf(pid: number): number | undefined {
  if (process.platform === 'linux') return procStat(pid)?.parent
  if (process.platform === 'win32') return undefined
  return Number.parseInt(ask('ps', ['-o', 'ppid=', '-p', String(pid)]), 10) || undefined
}

/** Whether the process is a PostgreSQL on this cluster. Pids are reused, so a pid alone proves nothing. */
export function isOnCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  // Every process of a postmaster has the data directory as its working directory. Compared by inode, because the path
  // may have changed.
  if (process.platform === 'linux') return isPostgres(pid) && sameFolder(`/proc/${pid}/cwd`, cluster)
  if (process.platform === 'win32') {
    return ask('tasklist', ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`]).includes('postgres.exe')
  }
  const command = ask('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return command.includes('postgres') && command.includes(cluster)
}

/** Every PostgreSQL process on this cluster, found without the pid file. */
export function processesOnCluster(cluster: string): number[] {
  let pids: number[]
  if (process.platform === 'linux') pids = readdirSync('/proc').map(Number)
  else if (process.platform === 'win32') return []
  else pids = ask('ps', ['-axo', 'pid=']).split('\n').map(Number)
  return pids.filter(pid => pid > 0 && pid !== process.pid && isOnCluster(pid, cluster))
}

function procStat(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain any character.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === undefined ? undefined : { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

function sameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.ino === b.ino && a.dev === b.dev
  } catch {
    return false
  }
}

function ask(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
  } catch {
    return ''
  }
}
