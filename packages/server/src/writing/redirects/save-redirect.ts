import { REDIRECTS_MAX_PER_USER } from '@galley/contract/limits'
import { lockAccount } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, invalid } from '../../platform/core/errors.ts'
import { newId } from '../../platform/core/ids.ts'
import { type Principal, requireScope } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { requirePost } from '../posts/post-store.ts'
import { normalPath } from './redirect-rules.ts'
import { countRedirects, lockRedirectOfPath, putRedirect, type RedirectRow } from './redirect-store.ts'

/** Makes a path lead to one of the author's posts. A token may change what readers see only with `posts:publish`. */
export async function saveRedirect(
  context: AppContext,
  principal: Principal,
  given: { readonly path: string; readonly post_id: string },
  isOwnPath: (path: string) => Promise<boolean>,
): Promise<{ redirect: RedirectRow; created: boolean }> {
  const path = normalPath(given.path)
  if (path === undefined) throw rejected('This is not a path such as /2015/rain.')
  if (await isOwnPath(path)) throw rejected('The site uses this path itself.')
  const { userId } = principal
  return transact(context, async trx => {
    // Locks, so that the limit holds.
    await lockAccount(trx, userId)
    const post = await requirePost(trx, userId, given.post_id)
    const before = await lockRedirectOfPath(trx, userId, path)
    if ([post.status, before?.status].includes('published')) requireScope(principal, ['posts:publish'])
    if (before === undefined && (await countRedirects(trx, userId)) >= REDIRECTS_MAX_PER_USER) {
      throw new AppError('LIMIT_REACHED', `An account has at most ${REDIRECTS_MAX_PER_USER} redirects.`)
    }
    const saved = await putRedirect(trx, { id: newId(), user_id: userId, path, post_id: post.id })
    if (saved === undefined) throw rejected('Another author uses this path.')
    return { redirect: { ...saved, slug: post.slug, title: post.title }, created: before === undefined }
  })
}

const rejected = (message: string): AppError => invalid({ field: 'path', code: 'INVALID_VALUE', message })
