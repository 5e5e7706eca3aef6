import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { type Principal, requireScope } from '../../platform/core/principal.ts'
import { transact } from '../../platform/db/transact.ts'
import { lockRedirect, removeRedirect } from './redirect-store.ts'

export function deleteRedirect(context: AppContext, principal: Principal, id: string): Promise<void> {
  return transact(context, async trx => {
    const redirect = isUuid(id) ? await lockRedirect(trx, principal.userId, id) : undefined
    if (redirect === undefined) throw notFound('Redirect')
    if (redirect.status === 'published') requireScope(principal, ['posts:publish'])
    await removeRedirect(trx, redirect.id)
  })
}
