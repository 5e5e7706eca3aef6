import { execFile, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binaries, findBinaries, program } from './binaries.ts'
import type { DatabaseFolder } from './files/database-folder.ts'
import { readPidFile } from './files/pid-file.ts'
import { createSocketFolder, SOCKET_PORT } from './files/socket-folder.ts'
import { limitLogSize, readLogFrom } from './postgres-log.ts'
import { isAlive } from './processes.ts'
import { childEnvironment } from './program-failure.ts'

/** A postmaster that this process has started and that may not answer yet. */
export interface Postmaster {
  readonly pid: number | undefined
  /** Set when it has ended: the reason, if known, and its log output. */
  readonly ended: () => { error: Error | undefined; said: string } | undefined
}

/** Starts PostgreSQL in its own session, so that Ctrl-C in the terminal does not reach it. */
export async function spawnPostmaster(
  folder: DatabaseFolder,
  binaries: Binaries,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const all = { ...settings, ...(await listenSettings(folder)), logging_collector: 'off', log_destination: 'stderr' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  limitLogSize(folder.log)
  const log = openSync(folder.log, 'a', 0o600)
  const logSizeBefore = fstatSync(log).size
  try {
    const child = spawn(program(binaries, 'postgres'), ['-D', folder.cluster, ...args], {
      cwd: folder.path,
      env: childEnvironment,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', log, log],
      ...(folder.user && { uid: folder.user.uid, gid: folder.user.gid }),
    })
    let end: { error: Error | undefined } | undefined
    child.on('error', error => {
      end ??= { error }
    })
    child.on('exit', () => {
      end ??= { error: undefined }
    })
    child.unref()
    return { pid: child.pid, ended: () => end && { ...end, said: readLogFrom(folder.log, logSizeBefore) } }
  } finally {
    closeSync(log)
  }
}

/** The only way to connect: a socket in a private folder, or a loopback port on systems without Unix sockets. */
async function listenSettings(folder: DatabaseFolder): Promise<Record<string, string>> {
  if (process.platform === 'win32') {
    return { listen_addresses: '127.0.0.1', port: String(await freePort(folder)), unix_socket_directories: '' }
  }
  const sockets = await createSocketFolder(folder)
  // Left by a killed postmaster. PostgreSQL would trust its lock file if another process had the same pid.
  for (const name of await readdir(sockets)) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(sockets, name), { force: true })
  }
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // A PostgreSQL list: without quotes, a comma or space in the path would end the entry.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

/**
 * Stops a postmaster, whose pid the caller has verified: open sessions are ended, committed data is safe. Returns
 * whether it has ended.
 */
export async function endPostmaster(pid: number, folder: DatabaseFolder): Promise<boolean> {
  if (process.platform === 'win32') return endWithPgCtl(folder)
  send(pid, 'SIGINT')
  if (await gone(pid, 8000)) return true
  // It ends without a checkpoint, and recovers at its next start.
  send(pid, 'SIGQUIT')
  return gone(pid, 7000)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}

function endWithPgCtl(folder: DatabaseFolder): Promise<boolean> {
  const args = ['stop', '-D', folder.cluster, '-m', 'fast', '-w', '-t', '12']
  return new Promise(resolve => {
    execFile(
      program(findBinaries(), 'pg_ctl'),
      args,
      { env: childEnvironment, windowsHide: true, timeout: 15_000 },
      error => resolve(error === null),
    )
  })
}

/** The port of the previous postmaster, because the application's pool will connect to it. */
async function freePort(folder: DatabaseFolder): Promise<number> {
  const file = readPidFile(folder.cluster)
  const last = file === undefined || file === 'unreadable' ? undefined : file.port
  return listenOn(last ?? 0).catch(() => listenOn(0))
}

function listenOn(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
