import { ENDED_TOKENS_MAX_PER_USER } from '@galley/contract/limits'
import { inParallel } from '@galley/server/testing/in-parallel'
import { Actor, type ActorContext } from './actor.ts'

const NAMES = ['laptop', 'server', 'phone']
/** The server deletes older ones, beyond `ENDED_TOKENS_MAX_PER_USER`; some whose end was not answered count too. */
const REMEMBERED = ENDED_TOKENS_MAX_PER_USER / 2
const TOKENS = '/api/v1/tokens'

interface Token {
  readonly id: string
  readonly raw: string
}

/** Issues tokens, re-issues them under the same name, and revokes them. */
export class TokenOwner extends Actor {
  readonly #cookie: string
  /** The valid token of each name; undefined after a request without a response. */
  readonly #live = new Map<string, Token | undefined>()
  /** Tokens that were replaced or revoked with a response. */
  readonly #revoked: string[] = []
  /** Tokens that a request without a response may have ended, by name. */
  readonly #uncertain = new Map<string, string[]>()
  #count = 0

  constructor(context: ActorContext, options: { cookie: string }) {
    super(context)
    this.#cookie = options.cookie
  }

  protected override async step(): Promise<void> {
    const name = this.random.pick(NAMES)
    const live = this.#live.get(name)
    if (live !== undefined && this.random.chance(0.3)) return this.#revoke(name, live)
    return this.#issue(name)
  }

  async #issue(name: string): Promise<void> {
    const hasKey = this.random.chance(0.5)
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': `token ${this.#count++}` } : {}
    const credentials = { cookie: this.#cookie }
    const answer = await this.client[hasKey ? 'retryUntilAnswered' : 'attempt']('token issued', credentials, client =>
      client.post(TOKENS, { name }, { headers }),
    )
    if (answer === undefined) return this.#markUncertain(name)
    if (!this.expect(answer, 200)) return
    this.#markRevoked(name)
    this.#live.set(name, { id: answer.body.id, raw: answer.body.token })
  }

  async #revoke(name: string, { id }: Token): Promise<void> {
    const answer = await this.client.attempt('token revoked', { cookie: this.#cookie }, client =>
      client.delete(`${TOKENS}/${id}`),
    )
    if (answer === undefined) return this.#markUncertain(name)
    if (this.expect(answer, 200)) this.#markRevoked(name)
  }

  #markUncertain(name: string): void {
    const live = this.#live.get(name)
    if (live !== undefined) this.#uncertain.set(name, [...(this.#uncertain.get(name) ?? []), live.raw])
    this.#live.delete(name)
  }

  /** All earlier tokens of this name are revoked. */
  #markRevoked(name: string): void {
    const live = this.#live.get(name)
    this.#revoked.push(...(this.#uncertain.get(name) ?? []), ...(live === undefined ? [] : [live.raw]))
    this.#uncertain.delete(name)
    this.#live.delete(name)
  }

  protected override async audit(everything: boolean): Promise<void> {
    for (const [name, token] of this.#live) {
      if (token === undefined) continue
      const { status } = await this.#use(token.raw)
      this.record.check('issued tokens work', status === 200, () => `${name}: ${status}`)
    }
    const remembered = new Set(this.#revoked.slice(-REMEMBERED))
    await inParallel(this.#revoked.slice(everything ? 0 : -5), async raw => {
      const { status, body } = await this.#use(raw)
      const isRevoked = status === 401 && (body.error.code === 'TOKEN_REVOKED' || !remembered.has(raw))
      this.record.check('revoked and replaced tokens are refused', isRevoked, () => `${status} ${body.error.code}`)
    })
    await this.#auditNames()
  }

  #use(token: string) {
    return this.client.read({ token }, client => client.get('/api/v1/me'))
  }

  async #auditNames(): Promise<void> {
    const { body } = await this.client.read({ cookie: this.#cookie }, client => client.get(TOKENS))
    const live: string[] = body.tokens.flatMap((token: { name: string; revoked_at: string | null }) =>
      token.revoked_at === null ? [token.name] : [],
    )
    this.record.check('one live token for each name', new Set(live).size === live.length, () => live.join(', '))
  }
}
