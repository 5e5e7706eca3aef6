import { imageVariantsOf } from '@galley/contract/writing/image-names'
import type { AppContext } from '../../platform/context.ts'
import { isBackupRunning } from '../../platform/db/backup-lock.ts'
import { deletedUploads, deleteUploadRow } from './upload-store.ts'

const BATCH = 100

type Context = Pick<AppContext, 'storage' | 'db'>

/**
 * Deletes the file of an image that was marked as deleted. During a backup the file stays, because the backup may have to
 * read it; the next collection of unused images deletes it.
 */
export async function removeDeletedFile(context: Context, path: string): Promise<void> {
  if (!(await isBackupRunning(context.db))) await remove(context, path)
}

/** Deletes the files of images that were marked as deleted, also those of a process that ended in between. */
export async function removeDeletedFiles(context: Context): Promise<number> {
  let removed = 0
  for (;;) {
    const paths = await deletedUploads(context.db, BATCH)
    if (paths.length === 0 || (await isBackupRunning(context.db))) return removed
    for (const path of paths) await remove(context, path)
    removed += paths.length
  }
}

/** The row is deleted last: if that does not happen, the file is deleted again later, which changes nothing. */
async function remove({ storage, db }: Context, path: string): Promise<void> {
  await storage.delete(path)
  for (const variant of imageVariantsOf(`/${path}`)) await storage.delete(variant.path)
  await deleteUploadRow(db, path)
}
