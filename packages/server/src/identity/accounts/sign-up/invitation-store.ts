import { sql } from 'kysely'
import { hashSecret } from '../../../platform/core/credentials.ts'
import { newId } from '../../../platform/core/ids.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'

const USABLE = sql<boolean>`uses < max_uses and expires_at > now() and revoked_at is null`

export async function isUsableInvitation(db: Db, token: string): Promise<boolean> {
  const usable = db.selectFrom('invitations').select('id').where('token_hash', '=', hashSecret(token)).where(USABLE)
  return (await usable.executeTakeFirst()) !== undefined
}

/** Uses it once, for this account. Concurrent sign-ups wait for each other here, so that the number of uses holds. */
export async function takeInvitation(trx: Tx, token: string, userId: string): Promise<boolean> {
  const taken = await trx
    .updateTable('invitations')
    .set({ uses: sql<number>`uses + 1` })
    .where('token_hash', '=', hashSecret(token))
    .where(USABLE)
    .returning('id')
    .executeTakeFirst()
  if (taken === undefined) return false
  await trx
    .insertInto('audit_log')
    .values({
      id: newId(),
      actor_id: userId,
      via: 'signup',
      action: 'invitation.use',
      target_type: 'invitation',
      target_id: taken.id,
      reason: null,
    })
    .execute()
  return true
}
