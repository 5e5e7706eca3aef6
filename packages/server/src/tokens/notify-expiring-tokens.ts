import { TOKEN_NOTICE_DAYS } from '@galley/contract/notifications/notifications'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { takeExpiringTokens } from './token-store.ts'

/** Tells the owners of API tokens that expire within a week, once for each token. */
export function notifyExpiringTokens(context: AppContext): Promise<number> {
  return transact(context, async trx => {
    const tokens = await takeExpiringTokens(trx, TOKEN_NOTICE_DAYS)
    for (const { id, user_id } of tokens) await addNotification(trx, { kind: 'token', user_id, token_id: id })
    return tokens.length
  })
}
