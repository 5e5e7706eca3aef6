import { REDIRECTS_MAX_PER_USER } from '@galley/contract/limits'
import { lockAccount } from '../accounts/account-store.ts'
import type { AppContext } from '../context.ts'
import { AppError, invalid } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { transact } from '../db/transact.ts'
import { requirePost } from '../posts/post-store.ts'
import { isOwnPath, normalPath } from './redirect-rules.ts'
import { countRedirects, lockRedirect, putRedirect, type RedirectRow } from './redirect-store.ts'

/** Makes a path lead to one of the author's posts. */
export function saveRedirect(
  context: AppContext,
  userId: string,
  given: { readonly path: string; readonly post_id: string },
): Promise<{ redirect: RedirectRow; created: boolean }> {
  const path = normalPath(given.path)
  if (path === undefined) throw refused('This is not a path such as /2015/rain.')
  if (isOwnPath(path)) throw refused('The site uses this path itself.')
  return transact(context, async trx => {
    // Locks, so that the limit holds.
    await lockAccount(trx, userId)
    const post = await requirePost(trx, userId, given.post_id)
    const before = await lockRedirect(trx, path)
    if (before === undefined && (await countRedirects(trx, userId)) >= REDIRECTS_MAX_PER_USER) {
      throw new AppError('LIMIT_REACHED', `An account has at most ${REDIRECTS_MAX_PER_USER} redirects.`)
    }
    const saved = await putRedirect(trx, { id: newId(), user_id: userId, path, post_id: post.id })
    if (saved === undefined) throw refused('Another author uses this path.')
    return { redirect: { ...saved, slug: post.slug }, created: before === undefined }
  })
}

const refused = (message: string): AppError => invalid({ field: 'path', code: 'INVALID_VALUE', message })
