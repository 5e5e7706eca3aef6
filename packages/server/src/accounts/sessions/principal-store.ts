import type { Plan } from '@galley/contract/accounts/plans'
import type { Role } from '@galley/contract/accounts/roles'
import type { TokenScope } from '@galley/contract/accounts/scopes'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/database.ts'
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
  /** How long the result may be cached: until the credential expires, and at most to the end of the minute. */
  readonly cacheable_ms: number
}

export interface SessionCredentialRow extends CredentialRow {
  readonly extended: boolean
}

export interface TokenCredentialRow extends CredentialRow {
  readonly name: string
  /** Null: all, including those of later releases. */
  readonly scopes: TokenScope[] | null
  readonly expired: boolean
  readonly revoked: boolean
}

// Uses the database's clock, so that nodes with different clocks agree.
const untilEndOfMinute = sql`date_trunc('minute', now()) + interval '1 minute'`

/** One query that finds the session, records its use once a minute, and extends it to 30 days from now once an hour. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<SessionCredentialRow | undefined> {
  const { rows } = await sql<SessionCredentialRow>`
    with found as (
      select s.id, s.user_id, s.expires_at, s.last_used_at, u.username, u.display_name, u.avatar_url, u.plan, u.role, u.suspended_at,
        s.expires_at < now() + make_interval(days => ${SESSION_DAYS}, hours => -1) as extended
      from sessions s join users u on u.id = s.user_id
      where s.token_hash = ${tokenHash} and s.expires_at > now()
    ), used as (
      update sessions set last_used_at = now(),
        expires_at = case when found.extended then now() + make_interval(days => ${SESSION_DAYS}) else sessions.expires_at end
      from found
      where sessions.id = found.id and found.suspended_at is null
        and (found.extended or found.last_used_at < date_trunc('minute', now()))
    )
    select id, user_id, username, display_name, avatar_url, plan, role, suspended_at is not null as suspended,
      extended and suspended_at is null as extended,
      (1000 * extract(epoch from least(expires_at, ${untilEndOfMinute}) - now()))::float8 as cacheable_ms
    from found`.execute(db)
  return rows[0]
}

/** The plan of each credential that may still be used, by the credential's id. Records no use. */
export async function findUsable(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Plan>> {
  const { rows } = await sql<{ id: string; plan: Plan }>`
    select c.id, u.plan from (
      select id, user_id from sessions where id = any(${ids}::uuid[]) and expires_at > now()
      union all
      select id, user_id from api_tokens
      where id = any(${ids}::uuid[]) and revoked_at is null and (expires_at is null or expires_at > now())
    ) c join users u on u.id = c.user_id
    where u.suspended_at is null`.execute(db)
  return new Map(rows.map(({ id, plan }) => [id, plan]))
}

/** One query that finds the token and records its use once a minute. */
export async function findToken(db: Db, tokenHash: Buffer): Promise<TokenCredentialRow | undefined> {
  const { rows } = await sql<TokenCredentialRow>`
    with found as (
      select t.id, t.user_id, t.name, t.scopes, t.last_used_at, t.expires_at, t.revoked_at is not null as revoked,
        coalesce(t.expires_at <= now(), false) as expired,
        u.username, u.display_name, u.avatar_url, u.plan, u.role, u.suspended_at is not null as suspended
      from api_tokens t join users u on u.id = t.user_id
      where t.token_hash = ${tokenHash}
    ), used as (
      update api_tokens set last_used_at = now()
      from found
      where api_tokens.id = found.id and not (found.revoked or found.expired or found.suspended)
        and (found.last_used_at is null or found.last_used_at < date_trunc('minute', now()))
    )
    select id, user_id, name, username, display_name, avatar_url, plan, role, suspended, revoked, expired, scopes,
      (1000 * extract(epoch from least(expires_at, ${untilEndOfMinute}) - now()))::float8 as cacheable_ms
    from found`.execute(db)
  return rows[0]
}
