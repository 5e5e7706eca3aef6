import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { S3Settings, Settings } from '../../platform/config.ts'
import { isDiskFull } from '../../platform/core/errors.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { openStore } from '../../platform/storage/open-store.ts'
import { fixForS3 } from '../../platform/storage/s3-fault.ts'
import { type Finding, failed, ok, reasonOf, skipped, warning } from './finding.ts'

const NAME = 'storage'
const CONTENT = 'A test of galley doctor. This file can be deleted.\n'
const FETCH_TIMEOUT_MS = 10_000

/** Writes a small file to the image storage, reads it and deletes it. */
export async function checkStorage(settings: Settings): Promise<Finding> {
  if (settings.storage.kind === 'disk') return checkFolder(join(settings.dataDir, 'media'))
  const store = await openStore(settings, await createLogger('silent'))
  return checkBucket(settings.storage, store)
}

/** Not through the store, because that would create the folder, and as root the server could not use it then. */
async function checkFolder(folder: string): Promise<Finding> {
  if (!existsSync(folder)) return skipped(NAME, `${folder} does not exist yet. The first upload creates it.`)
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, CONTENT, { flag: 'wx' })
    await readFile(file)
    return ok(NAME, `Images are stored in ${folder}.`)
  } catch (error) {
    const fix = isDiskFull(error)
      ? 'Free some space, or move the data folder to a larger disk and set DATA_DIR.'
      : 'Give the folder to the user who runs the server, or set DATA_DIR to another one.'
    return failed(NAME, `${folder} cannot be written: ${reasonOf(error)}.`, fix)
  } finally {
    await rm(file, { force: true })
  }
}

async function checkBucket(storage: S3Settings, store: BlobStore): Promise<Finding> {
  const key = `doctor/${randomUUID()}.txt`
  const scratch = await mkdtemp(join(tmpdir(), 'galley-doctor-'))
  try {
    const file = join(scratch, 'test.txt')
    await writeFile(file, CONTENT)
    await store.put(key, file, 'text/plain')
    const found = await store.open(key)
    if (found === undefined || (await text(found.body)) !== CONTENT) {
      return failed(NAME, 'A file that was written cannot be read again.', 'Check the storage server.')
    }
    const isPublic = storage.publicUrl === undefined || (await isServed(`${storage.publicUrl}/${key}`))
    await store.delete(key)
    if (isPublic) return ok(NAME, `Images are stored in the bucket ${storage.bucket}.`)
    return warning(
      NAME,
      `A file in the bucket ${storage.bucket} cannot be read at ${storage.publicUrl}.`,
      'Allow public reads of the bucket there, correct S3_PUBLIC_URL, or remove it: images then come through Galley.',
    )
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return failed(
      NAME,
      `The bucket ${storage.bucket} cannot be used: ${reasonOf(cause)}.`,
      fixForS3(cause, 'S3_BUCKET'),
    )
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function isServed(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    return (await answer.text()) === CONTENT
  } catch {
    return false
  }
}
