import type { AppContext } from '../context.ts'
import { notFound } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { type Principal, requireScope } from '../core/principal.ts'
import { transact } from '../db/transact.ts'
import { lockRedirect, removeRedirect } from './redirect-store.ts'

export function deleteRedirect(context: AppContext, principal: Principal, id: string): Promise<void> {
  return transact(context, async trx => {
    const redirect = isUuid(id) ? await lockRedirect(trx, principal.userId, id) : undefined
    if (redirect === undefined) throw notFound('Redirect')
    if (redirect.status === 'published') requireScope(principal, ['posts:publish'])
    await removeRedirect(trx, redirect.id)
  })
}
