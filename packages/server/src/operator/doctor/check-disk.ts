import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import type { Settings } from '../../platform/config.ts'
import { nearestExisting, readSpace } from '../../platform/storage/disk-space.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const NAME = 'disk'
const GIB = 2 ** 30
const FEW_BYTES = 2 * GIB
const FEW_FILES = 10_000

/** The space below the data folder. PostgreSQL stops when the disk is full. */
export async function checkDisk(settings: Settings): Promise<Finding> {
  const { dataDir } = settings
  const folder = nearestExisting(dataDir)
  if (!(await mayWrite(folder))) {
    return failed(
      NAME,
      `The user who runs this command cannot write to ${folder}.`,
      'Give the folder to the user who runs the server, or set DATA_DIR to another one. In a container the user is 10001, unless another one is set.',
    )
  }
  const { freeBytes: free, reserveBytes, files, freeFiles } = await readSpace(settings)
  const message = `${(free / GIB).toFixed(1)} GiB are free in ${folder}.`
  const fix = 'Free some space, or move the data folder to a larger disk and set DATA_DIR.'
  if (free < reserveBytes) {
    const reserve = `DISK_RESERVE is ${(reserveBytes / GIB).toFixed(1)} GiB`
    return failed(NAME, `${message} ${reserve}, so the server writes nothing: only reading and logging in work.`, fix)
  }
  // Some file systems have no fixed number of files, and report 0.
  if (files > 0 && freeFiles < FEW_FILES) {
    return warning(
      NAME,
      `Only ${freeFiles} more files can be created in ${folder}.`,
      'Delete files, or use another disk.',
    )
  }
  if (free < FEW_BYTES) return warning(NAME, message, fix)
  const { uid } = await stat(folder)
  const own = process.getuid?.()
  // Files that root creates here cannot be written by the server.
  if (own !== undefined && own !== uid && existsSync(dataDir)) {
    return warning(
      NAME,
      `${dataDir} belongs to the user with the id ${uid}, but this command runs as ${own}.`,
      'Run commands as the user of the server.',
    )
  }
  return ok(NAME, message)
}

const mayWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
