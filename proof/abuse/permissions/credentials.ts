import { sql } from 'kysely'
import type { Operation } from '../operations.ts'
import type { Abuse } from '../target.ts'
import type { Person } from '../test-data/person.ts'

export interface Credential {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  /** The status and code that an operation must return; undefined if this credential is valid for it. */
  readonly refusal: (operation: Operation) => readonly [number, string] | undefined
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const isUnsafe = ({ method }: Operation) => method !== 'GET'
const unknown = () => [401, 'UNAUTHORIZED'] as const

/** Every credential that is invalid, or not valid for every operation. */
export async function badCredentials({ testData, target }: Abuse, owner: Person): Promise<Credential[]> {
  const { db } = target
  const [revoked, expired, suspended, downgraded, leaver, free] = (await Promise.all(
    Array.from({ length: 6 }, () => testData.person()),
  )) as [Person, Person, Person, Person, Person, Person]
  // All were used before, so that a stale cache would accept them.
  for (const { bearer, session } of [revoked, suspended, downgraded, leaver]) {
    await bearer.get('/api/v1/me')
    await session.get('/api/v1/me')
  }
  const [{ id }] = (await revoked.session.get('/api/v1/tokens')).body.tokens
  await revoked.session.delete(`/api/v1/tokens/${id}`)
  await sql`update api_tokens set expires_at = now() - interval '1 second' where user_id = ${expired.id}`.execute(db)
  await change(db, suspended, sql`update users set suspended_at = now() where id = ${suspended.id}`)
  await change(db, downgraded, sql`update users set plan = 'free' where id = ${downgraded.id}`)
  await change(db, free, sql`update users set plan = 'free' where id = ${free.id}`)
  await leaver.session.delete('/api/v1/session')

  const needsSession = ({ auth }: Operation) => auth === 'session'
  const isPremium = ({ name, template }: Operation) =>
    template.startsWith('/api/v1/webhooks') || name === 'approveDevice'
  return [
    { name: 'no credential', headers: {}, refusal: unknown },
    { name: 'an empty token', headers: { authorization: 'Bearer' }, refusal: unknown },
    { name: 'a made-up token', headers: bearer('x'.repeat(64)), refusal: unknown },
    { name: 'a token of 15,000 characters', headers: bearer('x'.repeat(15_000)), refusal: unknown },
    {
      name: 'an unknown token together with a valid session',
      headers: { ...bearer('x'), cookie: owner.cookie },
      refusal: unknown,
    },
    {
      name: 'a made-up session',
      headers: { cookie: `${owner.cookie.split('=')[0]}=${'A'.repeat(43)}` },
      refusal: unknown,
    },
    {
      name: 'a session of another user than the request names',
      headers: { cookie: owner.cookie, 'galley-user': free.id },
      refusal: () => [401, 'WRONG_USER'],
    },
    { name: 'a session that was ended', headers: { cookie: leaver.cookie }, refusal: unknown },
    { name: 'a suspended session', headers: { cookie: suspended.cookie }, refusal: unknown },
    { name: 'a suspended token', headers: bearer(suspended.token), refusal: unknown },
    { name: 'a revoked token', headers: bearer(revoked.token), refusal: () => [401, 'TOKEN_REVOKED'] },
    { name: 'an expired token', headers: bearer(expired.token), refusal: () => [401, 'TOKEN_EXPIRED'] },
    {
      name: 'a token after a downgrade',
      headers: bearer(downgraded.token),
      refusal: operation => [403, needsSession(operation) ? 'SESSION_REQUIRED' : 'PLAN_REQUIRED'],
    },
    {
      name: 'a good token',
      headers: bearer(owner.token),
      refusal: operation => (needsSession(operation) ? [403, 'SESSION_REQUIRED'] : undefined),
    },
    {
      name: 'a session of the free plan',
      headers: { cookie: free.cookie },
      refusal: operation => (isPremium(operation) ? [403, 'PLAN_REQUIRED'] : undefined),
    },
    ...crossSite(owner),
  ]
}

/** A valid session in a request from another site. */
function crossSite({ cookie }: Person): Credential[] {
  const signs = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  return signs.map(sign => ({
    name: `another site's (${Object.values(sign)})`,
    headers: { cookie, ...sign } as Record<string, string>,
    refusal: operation => (isUnsafe(operation) && !operation.isOpenToSites ? [403, 'CROSS_SITE'] : undefined),
  }))
}

/** Notifies every node at the commit, as operator commands do. */
async function change(db: Abuse['target']['db'], { id }: Person, statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async trx => {
    await statement.execute(trx)
    await sql`select pg_notify('galley', ${JSON.stringify({ about: 'account', userId: id })})`.execute(trx)
  })
}
