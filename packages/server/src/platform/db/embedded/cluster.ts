import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../core/errors.ts'
import { syncFolder } from '../../core/sync-to-disk.ts'
import { type Binaries, program } from './binaries.ts'
import { copyPrograms } from './files/copy-programs.ts'
import { createPrivateFolder, type DatabaseFolder } from './files/database-folder.ts'
import { childEnvironment, programFailure } from './program-failure.ts'
import { DatabaseStartError, explainFileError } from './start-error.ts'

export const SUPERUSER = 'galley'

/**
 * Sized for a small machine that also runs the application. Written to postgresql.conf, where an operator may change
 * them.
 */
const SETTINGS: Record<string, string> = {
  // The application's pool, some commands and a psql session.
  max_connections: '100',
  shared_buffers: '128MB',
  // The expected size of the system's file cache; only used by the planner.
  effective_cache_size: '512MB',
  // Enough for sorts and hashes of one page of posts; a hundred at once still fit into memory.
  work_mem: '8MB',
  // Builds an index in one pass instead of several.
  maintenance_work_mem: '64MB',
  // SSDs: random reads cost about as much as sequential ones.
  random_page_cost: '1.1',
  // Limits the size of the WAL, and with it the recovery time.
  max_wal_size: '512MB',
  // Queries here are short: JIT compilation costs more than it saves.
  jit: 'off',
  // The cores of a small machine serve different requests, and /dev/shm is tiny in containers.
  max_parallel_workers_per_gather: '0',
  // Ends a statement whose client has disconnected, instead of letting it wait for a lock.
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application reports failed statements; here their values (addresses, names) would be written to a plain file.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  cluster_name: 'galley',
}

/** Creates the cluster if it is missing. An interrupted run leaves only a draft, which the next one deletes. */
export async function ensureCluster(
  folder: DatabaseFolder,
  binaries: Binaries,
  options: { password: string; durable: boolean; mayInitialise: boolean; log: (line: string) => void },
): Promise<void> {
  if (await clusterExists(folder, binaries)) return
  if (!options.mayInitialise)
    throw new DatabaseStartError(
      `The database in ${folder.cluster} is missing. Restore it from a backup, and start again.`,
    )
  options.log(`initialising the database in ${folder.cluster}`)
  try {
    for (const name of await readdir(folder.path)) {
      if (name.startsWith('draft-')) await discard(join(folder.path, name))
    }
    const draft = await mkdtemp(join(folder.path, 'draft-'))
    try {
      await createPrivateFolder(draft, folder.user)
      await initialise(folder, binaries, draft, options)
      await rename(join(draft, 'cluster'), folder.cluster)
      if (options.durable) await syncFolder(folder.path)
    } finally {
      await discard(draft)
    }
  } catch (error) {
    throw explainFileError(error, folder.path)
  }
}

/** An initdb whose parent was killed may still write for a moment; the next start removes the rest. */
async function discard(draft: string): Promise<void> {
  await rm(draft, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}

async function clusterExists(folder: DatabaseFolder, binaries: Binaries): Promise<boolean> {
  if (!existsSync(folder.cluster)) return false
  let version: string
  try {
    version = (await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFileError(error, folder.cluster)
    throw new DatabaseStartError(
      `${folder.cluster} is not a PostgreSQL database (it has no PG_VERSION). Move it away to begin with an empty database, or restore it from a backup.`,
    )
  }
  if (version === String(binaries.major)) return true
  throw new DatabaseStartError(
    `The database in ${folder.cluster} was made by PostgreSQL ${version}, but this Galley brings PostgreSQL ${binaries.major}. Create a backup with the Galley that made it (galley backup create), move ${folder.path} away and restore the backup here (docs/backup.md), or run PostgreSQL ${version} yourself and set DATABASE_URL.`,
  )
}

async function initialise(
  folder: DatabaseFolder,
  binaries: Binaries,
  draft: string,
  options: { password: string; durable: boolean },
): Promise<void> {
  const passwordFile = join(draft, 'password')
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  if (folder.user !== undefined) await chown(passwordFile, folder.user.uid, folder.user.gid)
  const args = [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Deterministic: no sort order that depends on the system's libraries.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
    ...Object.entries(SETTINGS).map(([name, value]) => `--set=${name}=${value}`),
  ]
  await withShellSafePrograms(binaries, async safe => {
    const failure = await run(program(safe, 'initdb'), args, folder)
    if (failure !== undefined) throw failure
  })
}

/** initdb puts its own path in double quotes into a shell command; if the path is unsafe there, it runs from a copy. */
async function withShellSafePrograms(binaries: Binaries, use: (safe: Binaries) => Promise<void>): Promise<void> {
  if (process.platform === 'win32' || !/["$`\\]/.test(binaries.folder)) return use(binaries)
  const temporary = await mkdtemp(join(tmpdir(), 'galley-programs-'))
  try {
    await chmod(temporary, 0o711)
    const copy = join(temporary, 'programs-copy')
    await copyPrograms(binaries.folder, copy, async () => {})
    await use({ ...binaries, folder: copy })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], folder: DatabaseFolder): Promise<DatabaseStartError | undefined> {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: folder.path,
      env: childEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      ...(folder.user && { uid: folder.user.uid, gid: folder.user.gid }),
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      said = (said + text).slice(-4000)
    })
    child.on('error', error => resolve(programFailure('initialise', folder, error, said)))
    child.on('close', code => resolve(code === 0 ? undefined : programFailure('initialise', folder, undefined, said)))
  })
}
