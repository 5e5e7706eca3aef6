import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from './start-error.ts'

/** Whether the process runs; one that is dead but not yet collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return process.platform !== 'linux' || procStat(pid)?.state !== 'Z'
}

export function parentOf(pid: number): number | undefined {
  if (process.platform === 'linux') return procStat(pid)?.parent
  if (process.platform === 'win32') return undefined
  return Number.parseInt(ask('ps', ['-o', 'ppid=', '-p', String(pid)]), 10) || undefined
}

/** Whether the process is a PostgreSQL on this cluster. Wherever it can be told, a pid alone proves nothing: they are reused. */
export function isOnCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  // Every process of a postmaster works in its data directory.
  if (process.platform === 'linux') return procLink(pid) === cluster
  if (process.platform === 'win32') {
    return ask('tasklist', ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`]).includes('postgres.exe')
  }
  const command = ask('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return command.includes('postgres') && command.includes(cluster)
}

/** Every process of PostgreSQL on this cluster that can be found without its pid file. */
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
    // The name in brackets may hold anything, brackets and blanks too.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === undefined ? undefined : { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

function procLink(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function ask(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true })
  } catch {
    return ''
  }
}
