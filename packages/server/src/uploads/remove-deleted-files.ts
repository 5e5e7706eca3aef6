import type { AppContext } from '../context.ts'
import { deletedUploads, deleteUploadRow } from './upload-store.ts'

const BATCH = 100

/** The row is deleted last: if that does not happen, the file is deleted again later, which changes nothing. */
export async function removeDeletedFile({ storage, db }: AppContext, path: string): Promise<void> {
  await storage.delete(path)
  await deleteUploadRow(db, path)
}

/** Deletes the files of images that were marked as deleted, also those of a process that ended in between. */
export async function removeDeletedFiles(context: AppContext): Promise<number> {
  let removed = 0
  for (;;) {
    const paths = await deletedUploads(context.db, BATCH)
    for (const path of paths) await removeDeletedFile(context, path)
    removed += paths.length
    if (paths.length < BATCH) return removed
  }
}
