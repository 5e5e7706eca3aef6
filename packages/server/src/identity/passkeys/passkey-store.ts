import { type Insertable, type Selectable, sql } from 'kysely'
import { hashSecret } from '../../platform/core/credentials.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

const CHALLENGE_SECONDS = 300

/** `userId`: to add a passkey to this account. Null: to use one. */
export async function insertChallenge(db: Db, challenge: string, userId: string | null): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute()
}

/** Finds and removes it, so that of two requests with the same challenge only one succeeds. */
export async function takeChallenge(db: Db, challenge: string, userId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashSecret(challenge))
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function purgeExpiredChallenges(db: Db): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
}

export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export function insertPasskey(db: Db, passkey: Insertable<Tables['passkeys']>): Promise<PasskeyRow> {
  return db.insertInto('passkeys').values(passkey).returningAll().executeTakeFirstOrThrow()
}

export async function markUsed(db: Db, id: string, signCount: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function deletePasskey(trx: Tx, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()
}
