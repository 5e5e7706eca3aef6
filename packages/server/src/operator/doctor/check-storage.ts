import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type BackupStatus, readBackupStatus } from '../../keeping/backup/schedule/backup-status.ts'
import type { S3Settings, Settings } from '../../platform/config.ts'
import { isDiskFull } from '../../platform/core/errors.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { nearestExisting, readSpace } from '../../platform/storage/disk-space.ts'
import { openStore } from '../../platform/storage/open-store.ts'
import { fixForS3 } from '../../platform/storage/s3-access.ts'
import { type Finding, failed, ok, reasonOf, skipped, warning } from './finding.ts'

const GIB = 2 ** 30
const FEW_BYTES = 2 * GIB
const FEW_FILES = 10_000
const TEST_CONTENT = 'A test of galley doctor. This file can be deleted.\n'
const FETCH_TIMEOUT_MS = 10_000
const BACKUP_HELP = 'docs/backup.md explains how.'

/** Writes a small file to the image storage, reads it and deletes it. */
export async function checkStorage(settings: Settings): Promise<Finding> {
  if (settings.storage.kind === 'disk') return checkFolder(join(settings.dataDir, 'media'))
  const store = await openStore(settings, await createLogger('silent'))
  return checkBucket(settings.storage, store)
}

/** Not through the store, because that would create the folder, and as root the server could not use it then. */
async function checkFolder(folder: string): Promise<Finding> {
  if (!existsSync(folder)) return skipped('storage', `${folder} does not exist yet. The first upload creates it.`)
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, TEST_CONTENT, { flag: 'wx' })
    await readFile(file)
    return ok('storage', `Images are stored in ${folder}.`)
  } catch (error) {
    const fix = isDiskFull(error)
      ? 'Free some space, or move the data folder to a larger disk and set DATA_DIR.'
      : 'Give the folder to the user who runs the server, or set DATA_DIR to another one.'
    return failed('storage', `${folder} cannot be written: ${reasonOf(error)}.`, fix)
  } finally {
    await rm(file, { force: true })
  }
}

async function checkBucket(storage: S3Settings, store: BlobStore): Promise<Finding> {
  const key = `doctor/${randomUUID()}.txt`
  const scratch = await mkdtemp(join(tmpdir(), 'galley-doctor-'))
  try {
    const file = join(scratch, 'test.txt')
    await writeFile(file, TEST_CONTENT)
    await store.put(key, file, 'text/plain')
    const found = await store.open(key)
    if (found === undefined || (await text(found.body)) !== TEST_CONTENT) {
      return failed('storage', 'A file that was written cannot be read again.', 'Check the storage server.')
    }
    const isPublic = storage.publicUrl === undefined || (await isServed(`${storage.publicUrl}/${key}`))
    await store.delete(key)
    if (isPublic) return ok('storage', `Images are stored in the bucket ${storage.bucket}.`)
    return warning(
      'storage',
      `A file in the bucket ${storage.bucket} cannot be read at ${storage.publicUrl}.`,
      'Allow public reads of the bucket there, correct S3_PUBLIC_URL, or remove it: images then come through Galley.',
    )
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return failed(
      'storage',
      `The bucket ${storage.bucket} cannot be used: ${reasonOf(cause)}.`,
      fixForS3(cause, 'S3_BUCKET'),
    )
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function isServed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    return (await response.text()) === TEST_CONTENT
  } catch {
    return false
  }
}

/** The space below the data folder. PostgreSQL stops when the disk is full. */
export async function checkDisk(settings: Settings): Promise<Finding> {
  const { dataDir } = settings
  const folder = nearestExisting(dataDir)
  if (!(await mayWrite(folder))) {
    return failed(
      'disk',
      `The user who runs this command cannot write to ${folder}.`,
      'Give the folder to the user who runs the server, or set DATA_DIR to another one. In a container the user is 10001, unless another one is set.',
    )
  }
  const { freeBytes: free, reserveBytes, files, freeFiles } = await readSpace(settings)
  const message = `${(free / GIB).toFixed(1)} GiB are free in ${folder}.`
  const fix = 'Free some space, or move the data folder to a larger disk and set DATA_DIR.'
  if (free < reserveBytes) {
    const reserve = `DISK_RESERVE is ${(reserveBytes / GIB).toFixed(1)} GiB`
    return failed('disk', `${message} ${reserve}, so the server writes nothing: only reading and logging in work.`, fix)
  }
  // Some file systems have no fixed number of files, and report 0.
  if (files > 0 && freeFiles < FEW_FILES) {
    return warning(
      'disk',
      `Only ${freeFiles} more files can be created in ${folder}.`,
      'Delete files, or use another disk.',
    )
  }
  if (free < FEW_BYTES) return warning('disk', message, fix)
  const { uid } = await stat(folder)
  const currentUid = process.getuid?.()
  // Files that root creates here cannot be written by the server.
  if (currentUid !== undefined && currentUid !== uid && existsSync(dataDir)) {
    return warning(
      'disk',
      `${dataDir} belongs to the user with the id ${uid}, but this command runs as ${currentUid}.`,
      'Run commands as the user of the server.',
    )
  }
  return ok('disk', message)
}

const mayWrite = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Whether there is a backup, and whether the last one was made in time. */
export async function checkBackup(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'backup_runs'))) {
    return skipped('backup', 'The database has no results of backups yet.')
  }
  return assessBackup(await readBackupStatus(db, settings, { now: new Date(), since: new Date(0) }))
}

function assessBackup({ failure, lastSuccess, isScheduled, isOverdue }: BackupStatus): Finding {
  const error = failure === undefined ? '' : ` The last attempt failed: ${failure}`
  if (lastSuccess === undefined) {
    const fix = isScheduled ? 'See the log of the server.' : `Set BACKUP_SCHEDULE and BACKUP_TO. ${BACKUP_HELP}`
    return warning('backup', `There is no backup.${error}`, fix)
  }
  const time = `The last one is of ${lastSuccess.started_at.toISOString()}.`
  if (isOverdue)
    return warning('backup', `A backup is overdue. ${time}${error}`, `See the log of the server. ${BACKUP_HELP}`)
  if (error !== '') return warning('backup', `${time}${error}`, BACKUP_HELP)
  if (!isScheduled) {
    return warning('backup', `${time} BACKUP_SCHEDULE is not set.`, `Set BACKUP_SCHEDULE and BACKUP_TO. ${BACKUP_HELP}`)
  }
  return ok('backup', time)
}
