import { hash } from 'node:crypto'
import { lchown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../../core/errors.ts'
import { isRoot } from '../database-user.ts'
import { DatabaseStartError, explainFileError } from '../start-error.ts'
import { createPrivateFolder, type DatabaseFolder } from './database-folder.ts'

/** The smallest limit of the supported systems (macOS: 104 bytes with the closing NUL; Linux: 108). */
const LONGEST_SOCKET_PATH_BYTES = 103

export const SOCKET_PORT = 5432

/** The folder of the database's socket: inside the data folder, unless the path is too long for a socket. */
export function socketFolderOf(folder: DatabaseFolder): string {
  if (fits(folder.sockets)) return folder.sockets
  const name = `galley-${hash('sha256', folder.path).slice(0, 16)}`
  const inTemp = join(tmpdir(), name)
  return fits(inTemp) ? inTemp : join('/tmp', name)
}

export async function createSocketFolder(folder: DatabaseFolder): Promise<string> {
  const path = socketFolderOf(folder)
  try {
    if (path === folder.sockets) await createPrivateFolder(path, folder.user)
    else await createUnderSharedFolder(path, folder)
  } catch (error) {
    throw explainFileError(error, path)
  }
  return path
}

/**
 * Other users may create files next to it, so an existing one must be a real folder that we own and they cannot enter.
 */
async function createUnderSharedFolder(path: string, folder: DatabaseFolder): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(path)
  const ownerUid = folder.user?.uid ?? process.getuid?.()
  const ours = found.uid === ownerUid || (isRoot() && found.uid === 0)
  if (!found.isDirectory() || !ours || (found.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `The folder for the database's socket, ${path}, belongs to another user or is accessible to others. Remove it, or set DATA_DIR to a folder with a shorter path.`,
    )
  }
  if (folder.user !== undefined) await lchown(path, folder.user.uid, folder.user.gid)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH_BYTES
}
