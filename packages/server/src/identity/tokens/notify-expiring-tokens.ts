import { TOKEN_NOTICE_DAYS } from '@galley/contract/delivery/notifications'
import { addNotification } from '../../delivery/notifications/add-notification.ts'
import type { AppContext } from '../../platform/context.ts'
import { transact } from '../../platform/db/transact.ts'
import { takeExpiringTokens } from './token-store.ts'

/** Tells the owners of API tokens that expire within a week, once for each token. */
export function notifyExpiringTokens(context: AppContext): Promise<number> {
  return transact(context, async trx => {
    const tokens = await takeExpiringTokens(trx, TOKEN_NOTICE_DAYS)
    for (const { id, user_id } of tokens) await addNotification(trx, { kind: 'token', user_id, token_id: id })
    return tokens.length
  })
}
