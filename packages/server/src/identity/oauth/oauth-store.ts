import type { TokenScope } from '@galley/contract/identity/scopes'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type OAuthCodeRow = Selectable<Tables['oauth_codes']>

const CODE_SECONDS = 300
const REFRESH_DAYS = 60

export async function insertClient(db: Db, client: Insertable<Tables['oauth_clients']>): Promise<void> {
  await db.insertInto('oauth_clients').values(client).execute()
}

export function findClient(db: Db, id: string): Promise<Selectable<Tables['oauth_clients']> | undefined> {
  return db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function markClientUsed(trx: Tx, id: string): Promise<void> {
  await trx.updateTable('oauth_clients').set({ used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function insertCode(trx: Tx, code: Omit<OAuthCodeRow, 'expires_at'>): Promise<void> {
  await trx
    .insertInto('oauth_codes')
    .values({ ...code, expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})` })
    .execute()
}

/** Removes the code: of several callers, one gets it. */
export function takeCode(trx: Tx, codeHash: Buffer): Promise<OAuthCodeRow | undefined> {
  return trx
    .deleteFrom('oauth_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

export interface Grant {
  readonly id: string
  readonly user_id: string
  readonly oauth_client_id: string | null
  readonly scopes: TokenScope[] | null
  readonly isReplayed: boolean
}

/** The grant of a refresh token that can be used, or that has the same first one and could be used before. */
export async function lockGrant(trx: Tx, refreshHash: Buffer, firstHash: Buffer): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`
    select id, user_id, oauth_client_id, scopes, refresh_hash is distinct from ${refreshHash} as "isReplayed"
    from api_tokens
    where (refresh_hash = ${refreshHash} or former_refresh_hash = ${firstHash})
      and revoked_at is null and refresh_expires_at > now() for update`.execute(trx)
  return rows[0]
}

export async function setSecrets(
  trx: Tx,
  id: string,
  secrets: {
    tokenHash: Buffer
    tokenPrefix: string
    refreshHash: Buffer
    firstRefreshHash: Buffer
    clientId: string
    seconds: number
  },
): Promise<void> {
  await sql`
    update api_tokens set token_hash = ${secrets.tokenHash}, token_prefix = ${secrets.tokenPrefix},
      former_refresh_hash = ${secrets.firstRefreshHash}, refresh_hash = ${secrets.refreshHash}, oauth_client_id = ${secrets.clientId},
      expires_at = now() + make_interval(secs => ${secrets.seconds}),
      refresh_expires_at = now() + make_interval(days => ${REFRESH_DAYS})
    where id = ${id}`.execute(trx)
}

/** The owner of the token that has this secret as token or as refresh token, after it was revoked. */
export async function revokeBySecret(trx: Tx, hash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update api_tokens set revoked_at = coalesce(revoked_at, now())
    where oauth_client_id is not null and (token_hash = ${hash} or refresh_hash = ${hash})
    returning user_id`.execute(trx)
  return rows[0]?.user_id
}

/** Expired codes, and programs that have registered and never asked an author. */
export async function purgeOAuth(db: Db): Promise<void> {
  await sql`delete from oauth_codes where expires_at <= now()`.execute(db)
  await sql`delete from oauth_clients where used_at is null and created_at < now() - interval '1 day'`.execute(db)
}
