import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { processesOnCluster } from '../../../src/platform/db/embedded/processes.ts'

/** The processes of the database in a data folder, including a running initdb where the system shows it. */
export function databaseProcesses(dataDir: string): number[] {
  if (process.platform !== 'linux') return processesOnCluster(join(dataDir, 'database', 'cluster'))
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter(pid => isDatabase(pid) && worksBelow(pid, dataDir))
}

const isDatabase = (pid: number) => tells(() => /^(postgres|initdb)/.test(readFileSync(`/proc/${pid}/comm`, 'utf8')))

const worksBelow = (pid: number, folder: string) =>
  tells(() => readlinkSync(`/proc/${pid}/cwd`).startsWith(join(folder, '/')))

/** A process that has ended meanwhile is skipped. */
function tells(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}
