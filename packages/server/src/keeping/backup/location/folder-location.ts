import { createReadStream } from 'node:fs'
import { access, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, errorCode, isDiskFull } from '../../../platform/core/errors.ts'
import { syncFolder } from '../../../platform/core/sync-to-disk.ts'
import { fileErrorReason } from '../../../platform/db/embedded/start-error.ts'
import { type DiskSettings, nearestExisting, readSpace } from '../../../platform/storage/disk-space.ts'
import { isProcessGone, PROCESS_NAME } from '../../../platform/storage/scratch-folder.ts'
import { isArchive } from '../archive/manifest.ts'
import type { BackupLocation, StoredBackup } from './backup-location.ts'

/** Names the process that writes it, so that the next backup knows whether that was killed. */
const PARTIAL = `.${PROCESS_NAME}.partial`
const ANY_PARTIAL = /\.tar\.zst(?:\.(.*))?\.partial$/
const SYNC_EVERY_BYTES = 4 * 1024 * 1024
/** Of another machine. No backup takes this long, so its process was killed. */
const ABANDONED_AFTER_MS = 48 * 3_600_000

export class FolderLocation implements BackupLocation {
  readonly #folder: string
  readonly #disk: DiskSettings | undefined

  /** `disk`: the data folder. A backup on the same disk leaves the reserve free that its database needs. */
  constructor(folder: string, disk?: DiskSettings) {
    this.#folder = folder
    this.#disk = disk
  }

  nameOf(name: string): string {
    return join(this.#folder, name)
  }

  /** Written under another name, synced, then renamed: a file with its final name is complete, also after a crash. */
  async store(name: string, body: Readable): Promise<number> {
    const path = this.nameOf(name)
    const partial = `${path}${PARTIAL}`
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await this.#removeAbandoned()
      await rejectExisting(path)
      // A backup contains password hashes and unpublished texts.
      await writeSynced(partial, body, () => this.#requireReserve())
      await moveUnlessExists(partial, path)
      await syncFolder(this.#folder)
      return (await stat(path)).size
    } catch (error) {
      body.destroy()
      await rm(partial, { force: true }).catch(() => {})
      throw explained(error, this.#folder)
    }
  }

  async open(name: string): Promise<Readable> {
    const path = this.nameOf(name)
    await access(path).catch(() => {
      throw new AppError('NOT_FOUND', `There is no file ${path}.`)
    })
    return createReadStream(path, { highWaterMark: 256 * 1024 })
  }

  async list(): Promise<StoredBackup[]> {
    const names = (await this.#names()).filter(isArchive)
    return Promise.all(
      names.sort().map(async name => {
        const { size, mtime } = await stat(this.nameOf(name))
        return { name, bytes: size, modifiedAt: mtime }
      }),
    )
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      const reason = fileErrorReason(error)
      if (reason === undefined) throw error
      const fix = 'Give the user who runs Galley access to that folder, or choose another one.'
      throw new AppError('UNAVAILABLE', `The folder ${this.#folder} cannot be read: ${reason}. ${fix}`)
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.nameOf(name), { force: true })
  }

  async #requireReserve(): Promise<void> {
    if (this.#disk === undefined || (await deviceOf(this.#folder)) !== (await deviceOf(this.#disk.dataDir))) return
    const { freeBytes, reserveBytes } = await readSpace(this.#disk)
    if (freeBytes >= reserveBytes) return
    const free = `only ${formatMib(freeBytes)} are free on the disk of the data, and DISK_RESERVE keeps ${formatMib(reserveBytes)}`
    throw new AppError(
      'UNAVAILABLE',
      `The backup cannot be written to ${this.#folder}: ${free}. Make room there, or choose a folder on another disk.`,
    )
  }

  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const writer = ANY_PARTIAL.exec(name)?.[1]
      const path = this.nameOf(name)
      const found = ANY_PARTIAL.test(name) ? await stat(path).catch(() => undefined) : undefined
      if (found === undefined) continue
      const isOld = Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
      if (isProcessGone(writer ?? '') ?? isOld) await rm(path, { force: true })
    }
  }
}

/** What the operator can do about an error of the file system. Other errors are returned unchanged. */
function explained(error: unknown, folder: string): unknown {
  const reason = fileErrorReason(error)
  if (reason === undefined) return error
  const solution = isDiskFull(error)
    ? 'Make room there, or choose a folder on another disk'
    : 'Give the user who runs Galley that folder, or choose another one'
  return new AppError('UNAVAILABLE', `The backup cannot be written to ${folder}: ${reason}. ${solution}.`)
}

const formatMib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

/** The disk of a folder, also of one that does not exist yet. */
export const deviceOf = async (path: string): Promise<number> => (await stat(nearestExisting(path))).dev

async function rejectExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new AppError('IN_USE', `${path} exists already. Choose another name, or delete it first.`)
}

/** Unlike a rename, a link never replaces a file. Some file systems have no links. */
async function moveUnlessExists(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error
    await rename(from, to)
  }
}

/**
 * Syncs after each few megabytes. Otherwise the database waits: on some file systems, for example ext4, the sync of one
 * small file writes everything that other files have added since.
 */
async function writeSynced(path: string, body: Readable, requireReserve: () => Promise<void>): Promise<void> {
  await requireReserve()
  const file = await open(path, 'w', 0o600)
  try {
    let unsynced = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      await file.appendFile(chunk)
      unsynced += chunk.length
      if (unsynced < SYNC_EVERY_BYTES) continue
      await file.datasync()
      await requireReserve()
      unsynced = 0
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
