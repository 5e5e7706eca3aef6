import type { AppContext } from '../../platform/context.ts'
import { transact } from '../../platform/db/transact.ts'
import { readIndexState } from './index-store.ts'
import { removeDeletedFiles } from './remove-deleted-files.ts'
import { markUnusedDeleted } from './upload-store.ts'

const BATCH = 100

/** Deletes images that nothing used for the time of UPLOAD_RETENTION after their upload, or after a purge of their post. */
export async function collectUploads(context: AppContext): Promise<number> {
  const { uploadRetentionMs } = context.settings
  // Before all posts were searched for images, an image may look unused.
  const { finished_at } = await readIndexState(context.db)
  if (uploadRetentionMs > 0 && finished_at !== null) {
    for (;;) {
      const checked = await transact(context, trx => markUnusedDeleted(trx, uploadRetentionMs, BATCH))
      if (checked < BATCH) break
    }
  }
  return removeDeletedFiles(context)
}
