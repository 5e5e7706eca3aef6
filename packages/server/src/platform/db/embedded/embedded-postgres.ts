import { hash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { type Connection, tryConnect } from './connection.ts'
import { databaseUserFor, isRoot, userMay } from './database-user.ts'
import { databasePath, openDatabaseFolder, passwordIn } from './files/database-folder.ts'
import { type DatabaseUse, useDatabase, withStartLock } from './files/database-use.ts'
import { type FileLock, waitForLock } from './files/file-lock.ts'
import { findPostmaster } from './files/pid-file.ts'
import { claimForServer } from './files/server-claim.ts'
import { socketFolderOf } from './files/socket-folder.ts'
import { useStartSpace } from './files/start-space.ts'
import { type DatabaseGuard, keepDatabaseRunning } from './keep-database-running.ts'
import { endPostmaster } from './postmaster.ts'
import { isOnCluster } from './processes.ts'
import { type DatabaseLog, type Running, type StartRequest, startDatabase } from './start-database.ts'
import { explainFileError } from './start-error.ts'

const STOP_WAIT_MAX_MS = 20_000

export interface EmbeddedPostgres {
  /** What `pg` needs to connect: host is a socket folder or 127.0.0.1. */
  readonly connection: Connection
  /** Stops the database unless another process uses it. Never hangs, even if the postmaster is already dead. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** The application's data folder; the database is in a folder inside it. */
  readonly dataDir: string
  /** A server claims the folder for itself; a command uses a running database or starts one for its own duration. */
  readonly as: { kind: 'server'; url: string } | { kind: 'command' }
  readonly log: DatabaseLog
  /** Extra PostgreSQL settings, applied if this process starts it. */
  readonly settings?: Record<string, string>
}

/** Starts the bundled PostgreSQL, and restarts it as long as a server needs it. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = await openDatabaseFolder(options.dataDir)
  const stopping = new AbortController()
  let claim: FileLock | undefined
  let use: DatabaseUse | undefined
  const request: StartRequest = {
    folder,
    settings: options.settings ?? {},
    log: options.log,
    signal: stopping.signal,
    mayInitialise: true,
    othersUseIt: () => use?.alone() === false,
  }
  try {
    if (options.as.kind === 'server') {
      await useStartSpace(folder.path)
      claim = await claimForServer(folder, options.as.url)
    }
    const running = await withStartLock(folder, stopping.signal, () => {
      use = useDatabase(folder)
      return startDatabase(request)
    })
    if (claim !== undefined && !running.startedByUs) {
      options.log(`adopting the database that is already running (pid ${running.postmasterPid})`)
    }
    const guard = claim === undefined ? leave(running) : keepDatabaseRunning(request, running)
    let stopped: Promise<void> | undefined
    return {
      connection: running.connection,
      stop() {
        stopped ??= (async () => {
          stopping.abort()
          await guard.end()
          await endUnlessUsed(request, use, guard.postmasterPid()).finally(() => claim?.release())
        })()
        return stopped
      },
    }
  } catch (error) {
    use?.release()
    claim?.release()
    throw explainFileError(error, folder.path)
  }
}

/** The connection to the running database of a data folder; undefined if none runs. */
export async function findEmbeddedPostgres(dataDir: string): Promise<Connection | undefined> {
  if (!existsSync(databasePath(dataDir))) return undefined
  const folder = await openDatabaseFolder(dataDir)
  const response = await tryConnect(folder, await passwordIn(folder))
  if (typeof response !== 'object') return undefined
  response.socket.destroy()
  return response.connection
}

/** A command does not watch the database: if that dies, the command fails. */
function leave(running: Running): DatabaseGuard {
  running.socket.destroy()
  return { postmasterPid: () => running.postmasterPid, end: async () => {} }
}

async function endUnlessUsed(request: StartRequest, use: DatabaseUse | undefined, lastPid: number): Promise<void> {
  const { folder } = request
  // A process that holds it for long is starting the database for itself, and will stop it. PostgreSQL ends by itself
  // within a minute if its folder is removed.
  const lock = await waitForLock(folder.startLock, STOP_WAIT_MAX_MS).catch(() => undefined)
  try {
    const alone = lock !== undefined && use?.alone() === true
    const pid = findPostmaster(folder.cluster) ?? (isOnCluster(lastPid, folder.cluster) ? lastPid : undefined)
    if (!alone || pid === undefined) return
    if (!(await endPostmaster(pid, folder))) {
      request.log(`the database (pid ${pid}) could not be stopped and is left running`)
    } else if (socketFolderOf(folder) !== folder.sockets) {
      rmSync(socketFolderOf(folder), { recursive: true, force: true })
    }
  } finally {
    use?.release()
    lock?.release()
  }
}

/**
 * The default data folder: `data` in the project. For root another one, if the user who runs PostgreSQL cannot enter
 * the project, as in root's home.
 */
export function defaultDataDir(projectRoot: string): string {
  const inProject = join(resolve(projectRoot), 'data')
  if (!isRoot()) return inProject
  const user = databaseUserFor(join(databasePath(inProject), 'cluster'))
  if (user === undefined || userMay(user, 'x', resolve(projectRoot))) return inProject
  const name = basename(resolve(projectRoot)).replace(/[^\w.-]+/g, '-') || 'galley'
  return join('/var/lib/galley', `${name}-${hash('sha256', resolve(projectRoot)).slice(0, 8)}`)
}
