import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../processes.ts'
import { DatabaseStartError } from '../start-error.ts'
import { type DatabaseFolder, databasePath, serverFileIn, writePrivately } from './database-folder.ts'
import { type FileLock, tryLock } from './file-lock.ts'

/** Makes this process the only server of the folder, or names the one that is. The claim ends with the process. */
export async function claimForServer(folder: DatabaseFolder, url: string): Promise<FileLock> {
  const lock = tryLock(folder.serverLock, 'exclusive')
  if (lock === undefined) {
    const other = await nameOfServer(folder)
    throw new DatabaseStartError(
      `Another Galley server already uses ${folder.path}: ${other}. Stop that one first, or give this one a DATA_DIR (and a PORT) of its own.`,
    )
  }
  try {
    await writePrivately(folder.serverFile, JSON.stringify({ pid: process.pid, url }))
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    release() {
      rmSync(folder.serverFile, { force: true })
      lock.release()
    },
  }
}

/** A server writes its name after it took the lock: for a moment there is no name, or that of a process that has ended. */
async function nameOfServer(folder: DatabaseFolder): Promise<string> {
  for (let attempt = 0; attempt < 25; attempt++) {
    const found = readServerFile(folder.serverFile)
    if (found !== undefined) return `pid ${found.pid} at ${found.url}`
    await delay(20)
  }
  return 'an unknown process'
}

export interface RunningServer {
  readonly pid: number
  /** Its PUBLIC_URL. */
  readonly url: string
}

/** The server that runs on the embedded database of a data folder. */
export function findRunningServer(dataDir: string): RunningServer | undefined {
  return readServerFile(serverFileIn(databasePath(dataDir)))
}

function readServerFile(file: string): RunningServer | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as RunningServer
    return isAlive(found.pid) ? found : undefined
  } catch {
    // Not written yet, or no server runs.
    return undefined
  }
}
