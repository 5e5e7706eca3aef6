import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../../../core/errors.ts'
import { type DatabaseUser, databaseUserFor, isRoot, userMay, whereBlocked } from '../database-user.ts'
import { DatabaseStartError, explainFileError } from '../start-error.ts'

/** The paths of the embedded database, and the user it runs as. */
export interface DatabaseFolder {
  readonly path: string
  /** PostgreSQL's own data directory. */
  readonly cluster: string
  readonly sockets: string
  readonly log: string
  readonly password: string
  /** Held while the database is being started or stopped. */
  readonly startLock: string
  /** Held by the one server while it runs. */
  readonly serverLock: string
  /** Shared by all processes that use the database; the last one stops it. */
  readonly usersLock: string
  /** The server's pid and URL, for other processes. */
  readonly serverFile: string
  /** Set only if we are root. */
  readonly user: DatabaseUser | undefined
}

export function databasePath(dataDir: string): string {
  return join(dataDir, 'database')
}

export function serverFileIn(path: string): string {
  return join(path, 'server.json')
}

/** Creates the folder if it is missing and checks that the database can use it. */
export async function openDatabaseFolder(dataDir: string): Promise<DatabaseFolder> {
  const wanted = databasePath(resolve(dataDir))
  if (/[\r\n]/.test(wanted)) {
    throw new DatabaseStartError('The data folder has a line break in its name. Set DATA_DIR to another folder.')
  }
  try {
    const user = isRoot() ? await userForRoot(wanted) : undefined
    await createFolder(wanted)
    // PostgreSQL reports real paths, so ours must be real paths too.
    const path = await realpath(wanted)
    return {
      path,
      cluster: join(path, 'cluster'),
      sockets: join(path, 'sockets'),
      log: join(path, 'postgres.log'),
      password: join(path, 'password'),
      startLock: join(path, 'start.lock'),
      serverLock: join(path, 'server.lock'),
      usersLock: join(path, 'users.lock'),
      serverFile: serverFileIn(path),
      user,
    }
  } catch (error) {
    throw explainFileError(error, wanted)
  }
}

async function userForRoot(path: string): Promise<DatabaseUser> {
  const user = databaseUserFor(join(path, 'cluster'))
  if (user === undefined) {
    throw new DatabaseStartError(
      'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as. Start Galley as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  // Folders that are missing will be created with access for the user.
  const existing = await nearestExisting(path)
  if (!userMay(user, 'x', existing)) {
    throw new DatabaseStartError(
      `PostgreSQL refuses to run as root, so it runs as ${user.name}, who may not pass through ${whereBlocked(user, existing)} to ${path}. Set DATA_DIR to a folder that others may pass through (such as one under /var/lib), start Galley as an ordinary user, or set DATABASE_URL to your own PostgreSQL.`,
    )
  }
  return user
}

async function nearestExisting(path: string): Promise<string> {
  return (await isFolder(path).catch(() => false)) || path === dirname(path) ? path : nearestExisting(dirname(path))
}

/** Like `mkdir -p`, but with our mode regardless of the umask: as root, another user must be able to enter. */
async function createFolder(path: string, hasParent = false): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    // Some file systems, such as /proc, say the same of a folder that cannot be created in an existing one.
    if (errorCode(error) === 'ENOENT' && hasParent) {
      throw new DatabaseStartError(
        `Cannot keep the database in ${path}: no folder can be created there. Set DATA_DIR to another folder, or DATABASE_URL to your own PostgreSQL.`,
      )
    }
    if (errorCode(error) === 'ENOENT') {
      await createFolder(dirname(path))
      return createFolder(path, true)
    }
    if (errorCode(error) === 'EEXIST' && (await isFolder(path))) return
    throw error
  }
  await chmod(path, isRoot() ? 0o711 : 0o700)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory()
}

/** A folder that only the database's user can enter. */
export async function createPrivateFolder(path: string, user: DatabaseUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  // As root we must not follow a link, and change the owner of another user's folder.
  if (!found.isDirectory()) throw new DatabaseStartError(`${path} is not a folder. Move it away, and start again.`)
  if (user !== undefined && found.uid !== user.uid) await lchown(path, user.uid, user.gid)
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700)
}

/** Replaces a small file atomically, also in case of a power failure. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The database's password, generated once. */
export async function passwordIn(folder: DatabaseFolder): Promise<string> {
  try {
    const password = (await readFile(folder.password, 'utf8')).trim()
    if (password !== '') return password
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  if (existsSync(folder.cluster)) {
    throw new DatabaseStartError(
      `The password of the database in ${folder.cluster} is missing: it was kept in ${folder.password}. Restore that file, or the whole data folder, from a backup.`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  await writePrivately(folder.password, `${password}\n`)
  return password
}
