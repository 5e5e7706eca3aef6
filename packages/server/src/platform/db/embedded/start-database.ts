import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, usableBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { type Answer, tryConnect } from './connection.ts'
import { type DatabaseFolder, passwordIn } from './files/database-folder.ts'
import { findPostmaster, settlePidFile } from './files/pid-file.ts'
import { endPostmaster, type Postmaster, spawnPostmaster } from './postmaster.ts'
import { programFailure } from './program-failure.ts'
import { DatabaseStartError } from './start-error.ts'

/** Gets one line at a time, for people. */
export type DatabaseLog = (line: string, level?: 'info' | 'warn' | 'error') => void

export interface StartRequest {
  readonly folder: DatabaseFolder
  readonly settings: Record<string, string>
  readonly log: DatabaseLog
  readonly signal: AbortSignal
  /** Set for a server whose data has disappeared: it must not continue with an empty database. */
  readonly mayInitialise: boolean
  /** Whether another process uses the database. */
  readonly othersUseIt: () => boolean
}

export interface Running extends Answer {
  readonly startedByUs: boolean
}

const POLL_MS = 20
/** Crash recovery may have to read gigabytes. */
const LONGEST_RECOVERY_MS = 10 * 60_000
/**
 * The longest time that a start waits for processes of a killed postmaster, or for a postmaster that does not respond.
 */
const LONGEST_OBSTACLE_MS = 15_000

/** Starts the database, or connects to a running one. The caller must hold the start lock. */
export async function startDatabase(request: StartRequest): Promise<Running> {
  const { folder } = request
  const password = await passwordIn(folder)
  const obstacleEnds = performance.now() + LONGEST_OBSTACLE_MS
  for (;;) {
    const found = await findRunning(request, password)
    if (found !== undefined) return { ...found, startedByUs: false }
    const binaries = await usableBinaries(folder, request.log)
    const durable = request.settings.fsync !== 'off'
    await ensureCluster(folder, binaries, { password, durable, log: request.log, mayInitialise: request.mayInitialise })
    const outcome = await startOnce(request, binaries, password)
    if ('socket' in outcome) return { ...outcome, startedByUs: true }
    if (!outcome.passing || performance.now() > obstacleEnds) throw outcome.error
    await delay(100, undefined, { signal: request.signal })
  }
}

/** Waits while a running postmaster starts or stops; undefined if there is none. */
async function findRunning(request: StartRequest, password: string): Promise<Answer | undefined> {
  const { folder, signal } = request
  let silentSince: number | undefined
  let waitingSince: number | undefined
  for (;;) {
    const response = await tryConnect(folder, password)
    if (typeof response === 'object') return response
    const pid = findPostmaster(folder.cluster)
    if (response === 'absent' && pid === undefined) return undefined
    const now = performance.now()
    if (response === 'absent' && pid !== undefined) {
      // It is about to listen, or its socket was removed.
      silentSince ??= now
      if (now - silentSince > 3000) await endSilentPostmaster(request, pid)
    } else {
      silentSince = undefined
      if (waitingSince === undefined) request.log('the database is starting or stopping, waiting for it')
      waitingSince ??= now
      if (now - waitingSince > LONGEST_RECOVERY_MS) throw tooLong(folder)
    }
    await delay(POLL_MS, undefined, { signal })
  }
}

async function endSilentPostmaster(request: StartRequest, pid: number): Promise<void> {
  const { folder } = request
  if (!request.othersUseIt()) {
    request.log(`stopping a database that does not respond (pid ${pid})`)
    if (await endPostmaster(pid, folder)) return
  }
  throw new DatabaseStartError(
    `The database in ${folder.cluster} runs (pid ${pid}) but does not respond: its socket was removed. Stop Galley's other processes on this folder, or end that process, and start again.`,
  )
}

async function startOnce(
  request: StartRequest,
  binaries: Binaries,
  password: string,
): Promise<Answer | { passing: boolean; error: Error }> {
  const { folder } = request
  if (!settlePidFile(folder.cluster)) return { passing: true, error: survivors(folder) }
  const postmaster = await spawnPostmaster(folder, binaries, request.settings)
  try {
    return await untilReady(request, postmaster, password)
  } catch (error) {
    if (postmaster.pid !== undefined && postmaster.ended() === undefined) await endPostmaster(postmaster.pid, folder)
    throw error
  }
}

async function untilReady(
  request: StartRequest,
  postmaster: Postmaster,
  password: string,
): Promise<Answer | { passing: boolean; error: Error }> {
  const started = performance.now()
  let loggedAt = started
  for (;;) {
    const ended = postmaster.ended()
    if (ended !== undefined) {
      // Sessions of the dead postmaster need a moment to end; PostgreSQL checks that they are gone. A recovery that
      // found a file which it creates itself was seen after a kill in the middle of a restore; it is tried again too.
      const passing = /shared memory block|lock file ".*" already exists|could not create file .*: File exists/.test(
        ended.said,
      )
      return { passing, error: programFailure('start', request.folder, ended.error, ended.said) }
    }
    const response = await tryConnect(request.folder, password)
    if (typeof response === 'object') return response
    const now = performance.now()
    if (now - started > LONGEST_RECOVERY_MS) throw tooLong(request.folder)
    if (now - loggedAt > 10_000) {
      request.log('the database is still recovering from a crash')
      loggedAt = now
    }
    await delay(POLL_MS, undefined, { signal: request.signal })
  }
}

function survivors(folder: DatabaseFolder): DatabaseStartError {
  return new DatabaseStartError(
    `Processes of an earlier PostgreSQL still use ${folder.cluster}. End them and start again.`,
  )
}

function tooLong(folder: DatabaseFolder): DatabaseStartError {
  return new DatabaseStartError(
    `The database in ${folder.cluster} was not ready within ten minutes. See the log: ${folder.log}.`,
  )
}
