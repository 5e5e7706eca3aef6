import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { AppContext } from '../../../platform/context.ts'
import type { Clock } from '../../../platform/core/clock.ts'
import { hashSecret } from '../../../platform/core/credentials.ts'
import { AppError, errorCode } from '../../../platform/core/errors.ts'
import type { Credential, Principal } from '../../../platform/core/principal.ts'
import type { Bus } from '../../../platform/db/bus.ts'
import { READ_ONLY } from '../../../platform/db/connection/pool.ts'
import { type CredentialRow, findSession, findToken, recordSessionUse, recordTokenUse } from './principal-store.ts'

export interface Identified {
  readonly principal: Principal
  /** The session was extended, so the browser's cookie must be extended too. */
  readonly extended: boolean
}

/** Takes one query, a second one if its use is recorded, and none while the credential is cached. */
export async function identifySession(context: AppContext, cache: PrincipalCache, secret: string): Promise<Identified> {
  const hash = hashSecret(secret)
  const key = `session:${hash.toString('base64')}`
  const cached = cache.get(key)
  if (cached !== undefined) return { principal: cached, extended: false }

  const store = cache.beginLookup(key)
  const session = await findSession(context.db, hash)
  if (session === undefined || session.suspended) {
    throw new AppError('UNAUTHORIZED', 'The session is unknown or has ended. Log in again.')
  }
  const { id, extension_is_due, use_is_due } = session
  const recorded =
    (use_is_due || extension_is_due) && (await unlessReadOnly(recordSessionUse(context.db, id, extension_is_due)))
  const principal = principalOf(session, { kind: 'session', id })
  store(principal, session.cacheable_ms)
  return { principal, extended: recorded && extension_is_due }
}

export async function identifyToken(context: AppContext, cache: PrincipalCache, secret: string): Promise<Principal> {
  const hash = hashSecret(secret)
  const key = `token:${hash.toString('base64')}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached

  const store = cache.beginLookup(key)
  const token = await findToken(context.db, hash)
  if (token === undefined) throw new AppError('UNAUTHORIZED', 'The API token is not valid.')
  if (token.revoked) throw new AppError('TOKEN_REVOKED', 'The API token was revoked. Issue a new one.')
  if (token.expired) throw new AppError('TOKEN_EXPIRED', 'The API token has expired. Issue a new one.')
  if (token.suspended) throw new AppError('UNAUTHORIZED', 'The account of this API token is suspended.')
  if (token.use_is_due) await unlessReadOnly(recordTokenUse(context.db, token.id))
  const principal = principalOf(token, {
    kind: 'token',
    id: token.id,
    name: token.name,
    scopes: token.scopes ?? TOKEN_SCOPES,
  })
  store(principal, token.cacheable_ms)
  return principal
}

/** While the database is read-only, a use is not recorded, and reading still works. */
async function unlessReadOnly(recording: Promise<void>): Promise<boolean> {
  try {
    await recording
    return true
  } catch (error) {
    if (errorCode(error) === READ_ONLY) return false
    throw error
  }
}

function principalOf(found: CredentialRow, credential: Credential): Principal {
  return {
    userId: found.user_id,
    username: found.username,
    displayName: found.display_name,
    avatarUrl: found.avatar_url,
    plan: found.plan,
    role: found.role,
    credential,
  }
}

const MOST_ENTRIES = 10_000
/** Accounts whose last change is known. */
const MOST_CHANGES = 10_000

/**
 * Caches the principal of a credential. Messages about an account clear its entries; while the listener is disconnected
 * the cache returns nothing. A look-up during a message may have read the old state, so it is not stored.
 */
export class PrincipalCache {
  readonly #bus: Bus
  readonly #clock: Clock
  readonly #entries = new Map<string, { principal: Principal; untilMs: number }>()
  readonly #keysOfUser = new Map<string, Set<string>>()
  /** The number of the last message about an account. */
  readonly #changes = new Map<string, number>()
  #changeCount = 0
  #everythingChanged = 0

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus
    this.#clock = clock
    bus.subscribe(message => {
      if (message.about === 'account') this.#forgetUser(message.userId)
      if (message.about === 'everything') {
        this.#everythingChanged = ++this.#changeCount
        this.#clear()
      }
    })
  }

  get(key: string): Principal | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || !this.#bus.listening) return undefined
    if (this.#clock.now().getTime() < entry.untilMs) return entry.principal
    this.#entries.delete(key)
    this.#keysOfUser.get(entry.principal.userId)?.delete(key)
    return undefined
  }

  /** Call before the look-up; the returned function stores the result if its account did not change in between. */
  beginLookup(key: string): (principal: Principal, cacheableMs: number) => void {
    const startedAt = this.#changeCount
    return (principal, cacheableMs) => {
      const changedAt = Math.max(this.#everythingChanged, this.#changes.get(principal.userId) ?? 0)
      if (changedAt > startedAt || !this.#bus.listening) return
      if (this.#entries.size >= MOST_ENTRIES) this.#clear()
      this.#entries.set(key, { principal, untilMs: this.#clock.now().getTime() + cacheableMs })
      const keys = this.#keysOfUser.get(principal.userId)
      if (keys === undefined) this.#keysOfUser.set(principal.userId, new Set([key]))
      else keys.add(key)
    }
  }

  #forgetUser(userId: string): void {
    this.#changes.set(userId, ++this.#changeCount)
    if (this.#changes.size > MOST_CHANGES) {
      this.#changes.clear()
      this.#everythingChanged = this.#changeCount
    }
    for (const key of this.#keysOfUser.get(userId) ?? []) this.#entries.delete(key)
    this.#keysOfUser.delete(userId)
  }

  #clear(): void {
    this.#entries.clear()
    this.#keysOfUser.clear()
  }
}
