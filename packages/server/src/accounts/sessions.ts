import type { AppContext } from '../context.ts'
import { hashSecret, newSecret } from '../core/credentials.ts'
import { newId } from '../core/ids.ts'
import { transact } from '../db/transact.ts'
import { deleteSessionByHash, insertSession } from './session-store.ts'

/** Starts a session and ends the one that the browser held before: a log-in never continues under a known cookie. */
export async function startSession(context: AppContext, userId: string, formerSecret?: string): Promise<string> {
  const secret = newSecret()
  await transact(context, async (trx, announce) => {
    if (formerSecret !== undefined) {
      const formerUserId = await deleteSessionByHash(trx, hashSecret(formerSecret))
      if (formerUserId !== undefined) announce({ about: 'account', userId: formerUserId })
    }
    await insertSession(trx, { id: newId(), user_id: userId, token_hash: hashSecret(secret) })
  })
  return secret
}
