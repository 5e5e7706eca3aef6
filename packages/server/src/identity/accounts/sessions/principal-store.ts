import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import type { TokenScope } from '@galley/contract/identity/scopes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connection/database.ts'
import { SESSION_DAYS } from './session-store.ts'

export interface CredentialRow {
  readonly id: string
  readonly user_id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly plan: Plan
  readonly role: Role
  readonly suspended: boolean
  /** A use is recorded once a minute. */
  readonly use_is_due: boolean
  /** How long the result may be cached: until the credential expires, and at most to the end of the minute. */
  readonly cacheable_ms: number
}

export interface SessionCredentialRow extends CredentialRow {
  /** A session is extended once an hour. */
  readonly extension_is_due: boolean
}

export interface TokenCredentialRow extends CredentialRow {
  readonly name: string
  /** Null: all, including those of later releases. */
  readonly scopes: TokenScope[] | null
  readonly expired: boolean
  readonly revoked: boolean
}

// Uses the database's clock, so that nodes with different clocks agree.
const startOfMinute = sql`date_trunc('minute', now())`
const cacheableMs = (expiresAt: RawBuilder<unknown>) =>
  sql`(1000 * extract(epoch from least(${expiresAt}, ${startOfMinute} + interval '1 minute') - now()))::float8`

export async function findSession(db: Db, tokenHash: Buffer): Promise<SessionCredentialRow | undefined> {
  const { rows } = await sql<SessionCredentialRow>`
    select s.id, s.user_id, u.username, u.display_name, u.avatar_url, u.plan, u.role,
      u.suspended_at is not null as suspended,
      s.last_used_at < ${startOfMinute} as use_is_due,
      s.expires_at < now() + make_interval(days => ${SESSION_DAYS}, hours => -1) as extension_is_due,
      ${cacheableMs(sql`s.expires_at`)} as cacheable_ms
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > now()`.execute(db)
  return rows[0]
}

/** Records the use of a session. With `extend`, it lasts for 30 days from now. */
export async function recordSessionUse(db: Db, id: string, extend: boolean): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now()` })
    .$if(extend, query => query.set({ expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})` }))
    .where('id', '=', id)
    .execute()
}

export async function findToken(db: Db, tokenHash: Buffer): Promise<TokenCredentialRow | undefined> {
  const { rows } = await sql<TokenCredentialRow>`
    select t.id, t.user_id, t.name, t.scopes, u.username, u.display_name, u.avatar_url, u.plan, u.role,
      t.revoked_at is not null as revoked, coalesce(t.expires_at <= now(), false) as expired,
      u.suspended_at is not null as suspended,
      coalesce(t.last_used_at < ${startOfMinute}, true) as use_is_due,
      ${cacheableMs(sql`t.expires_at`)} as cacheable_ms
    from api_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export async function recordTokenUse(db: Db, id: string): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
