import type { AppContext } from '../../platform/context.ts'
import { AppError, notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { type Principal, requireScope } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { removeDeletedFile } from './remove-deleted-files.ts'
import { lockUpload, markUploadDeleted } from './upload-store.ts'
import { findUses } from './use-store.ts'

/** Deletes an image, unless something shows it. The file is deleted after the commit. */
export async function deleteUpload(
  context: AppContext,
  principal: Principal,
  id: string,
  { force }: { force: boolean },
): Promise<void> {
  const path = await transact(context, async trx => {
    const upload = isUuid(id) ? await lockUpload(trx, principal.userId, id) : undefined
    if (upload === undefined) throw notFound('Upload')
    const uses = await findUses(trx, principal.userId, [upload.id])
    if (uses.length > 0 && !force) {
      throw new AppError('IN_USE', `The image is used by ${namesOf(uses)}. To delete it anyway, send force=true.`)
    }
    if (uses.some(use => use.is_shown)) requireScope(principal, ['posts:publish'])
    await markUploadDeleted(trx, upload.id)
    return upload.path
  })
  await removeDeletedFile(context, path).catch(error => {
    context.log.warn({ err: error }, 'the file of a deleted image could not be deleted and will be tried again')
  })
}

function namesOf(uses: readonly { type: string; title: string | null }[]): string {
  const [first, ...others] = uses.map(({ type, title }) => (title === null ? `a ${type}` : `the post "${title}"`))
  return others.length === 0 ? String(first) : `${first} and ${others.length} more`
}
